import { absoluteImageUrl } from "~/article/absolute-url";
import { solutionQuery, solutionsQuery } from "~/content/queries/solution";
import { solutionsPageQuery } from "~/content/queries/solutions-page";
import { readContent } from "~/content/reading/read.server";
import { blocks, codeBlock, image, list, paragraphs, section } from "~/markdown/markdown";
import { actions, pageLink, points } from "~/markdown/outline";
import type { ReadTwin } from "./twin";

/** A solution: its overview, the calls of its recipe, its points. */
export const readSolutionTwin: ReadTwin = async (slug, place) => {
  const solution = await readContent(solutionQuery, { slug });
  if (!solution) return null;
  const { details } = solution;
  const { origin } = place;
  const picture = absoluteImageUrl(details?.image, place);
  const calls = (details?.recipe ?? []).map(({ title, path, code }) =>
    blocks(section(3, pageLink(origin, path, title), codeBlock(code, "sh"))),
  );
  const related = (details?.relatedSolutions ?? []).map(({ title, slug, shortDescription }) =>
    pageLink(origin, `/solutions/${slug}`, title, shortDescription),
  );
  return {
    title: solution.title || "Solution",
    description: solution.longDescription || solution.shortDescription,
    body: blocks(
      picture && image(details?.image?.alt, picture),
      section(2, "Overview", paragraphs(details?.overview)),
      section(2, "Recipe", ...calls),
      section(2, "Key features", points(details?.keyFeatures ?? [])),
      section(2, "Benefits", points(details?.benefits ?? [])),
      section(2, "Example use cases", points(details?.exampleUseCases ?? [])),
      section(2, "Related solutions", list(related)),
    ),
  };
};

/** All solutions. */
export const readSolutionsTwin: ReadTwin = async (_slug, { origin }) => {
  const [page, solutions] = await Promise.all([
    readContent(solutionsPageQuery),
    readContent(solutionsQuery),
  ]);
  return {
    title: page?.heading || "Solutions",
    description: page?.lead,
    body: blocks(
      list(
        solutions.map(({ title, slug, shortDescription }) =>
          pageLink(origin, `/solutions/${slug}`, title, shortDescription),
        ),
      ),
      section(2, page?.closingHeading, page?.closingText, actions(origin, page?.closingCta)),
    ),
  };
};
