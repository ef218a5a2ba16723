import { absoluteImageUrl } from "~/article/absolute-url";
import type { SitePlace } from "~/article/site-place.server";
import { blogHeading } from "~/blog/blog-heading";
import { byline, minutesToRead } from "~/blog/byline";
import { archivePageLength, pagesOf } from "~/blog/pagination";
import type { PostSummary } from "~/blog/post-card";
import { readArchive } from "~/blog/read-archive.server";
import { blogPageQuery } from "~/content/queries/blog-page";
import { postListQuery, postQuery } from "~/content/queries/post";
import { siteSettingsQuery } from "~/content/queries/site-settings";
import { readContent } from "~/content/reading/read.server";
import { articleMarkdown } from "~/markdown/article";
import { blocks, image, joined, list, md } from "~/markdown/markdown";
import { pageLink } from "~/markdown/outline";
import { formatDate } from "~/ui/format/format-date";
import type { ReadTwin, Twin } from "./twin";

/** An article with its byline, its picture and its text. */
export const readPostTwin: ReadTwin = async (slug, place) => {
  const post = await readContent(postQuery, { slug });
  if (!post) return null;
  const { name, role } = byline(post.author?.name ?? null, post.author?.role ?? null);
  const author = joined([name, role], ", ");
  const facts = [
    author.text && md`By ${author}`,
    formatDate(post.date),
    post.category?.title,
    `${minutesToRead(post)} min read`,
  ];
  const picture = absoluteImageUrl(post.image, place);
  return {
    title: post.title,
    description: post.excerpt,
    body: blocks(
      joined(facts, " · "),
      picture && image(post.image?.alt, picture),
      articleMarkdown(post.content, place),
      post.tags.length > 0 ? `Tags: ${post.tags.join(", ")}` : null,
    ),
  };
};

/** The newest articles, as many as the page lists. */
export const readBlogTwin: ReadTwin = async (_slug, { origin }) => {
  const settings = await readContent(siteSettingsQuery);
  const range = { from: 0, to: pagesOf(settings?.blogPaging).length };
  const [page, { posts }] = await Promise.all([
    readContent(blogPageQuery),
    readContent(postListQuery, { search: "", category: "", tags: [], ...range }),
  ]);
  return {
    title: blogHeading(page, settings),
    description: page?.lead,
    body: links(origin, posts),
  };
};

/** The newest articles of a category, or with a tag. */
export async function readArchiveTwin(path: string, { origin }: SitePlace): Promise<Twin | null> {
  const archive = await readArchive(path);
  if (!archive) return null;
  const { posts } = await readContent(postListQuery, {
    search: "",
    category: archive.category,
    tags: archive.tags,
    from: 0,
    to: archivePageLength,
  });
  return {
    title: archive.title,
    description: archive.description,
    body: links(origin, posts),
  };
}

const links = (origin: string, posts: readonly PostSummary[]) =>
  list(
    posts.map(({ slug, title, date, excerpt }) =>
      pageLink(
        origin,
        `/blog/${slug}`,
        title,
        [formatDate(date), excerpt].filter(Boolean).join(". "),
      ),
    ),
  );
