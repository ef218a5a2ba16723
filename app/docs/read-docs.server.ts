import { docsPageQuery } from "~/content/queries/docs-page";
import { featureCategoriesQuery } from "~/content/queries/feature-category";
import { readContent } from "~/content/reading/read.server";
import { articleHeadings } from "~/article/article-headings";
import { docsIndex } from "./docs-index";

/**
 * What every page of the documentation needs: the overview's texts, its chapters, and all features.
 */
export async function readDocs() {
  const [page, categories] = await Promise.all([
    readContent(docsPageQuery),
    readContent(featureCategoriesQuery),
  ]);
  const headings = articleHeadings(
    (page?.gettingStarted ?? []).filter((block) => block._type === "block"),
  );
  const chapters = [
    ...(page?.authenticationText ? [{ title: "Authentication", anchor: "authentication" }] : []),
    ...headings
      .filter(({ level }) => level === 2)
      .map(({ text, anchor }) => ({ title: text, anchor })),
    { title: "All features", anchor: "all-features" },
  ];
  return { page, chapters, index: docsIndex(categories) };
}
