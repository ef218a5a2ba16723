import type { SitePlace } from "~/article/site-place.server";
import { byline } from "~/blog/byline";
import type { FeedQueryResult } from "~/content/types.generated";
import { articleHtml } from "./article-html.server";
import { timesOf, type FeedEntry } from "./feed";

/** An article with its whole text. */
export function articleEntry(article: FeedQueryResult[number], place: SitePlace): FeedEntry {
  return {
    ...timesOf(article.date, article._updatedAt),
    url: new URL(`/blog/${article.slug}`, place.origin).href,
    title: article.title,
    author: byline(article.authorName, null).name,
    tags: [article.category, ...article.tags].filter((tag) => tag !== null),
    summary: article.excerpt,
    html: articleHtml(article.content, place),
  };
}
