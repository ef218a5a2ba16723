import { invalidateContentInAllProcesses } from "~/content/reading/content-events.server";
import { LikeBatches } from "./like-batches";

/*
 * Pages of articles carry their likes and comments, and are cached until one of these tags is
 * invalidated (docs/decisions/0068-likes-and-comments-travel-with-the-page.md).
 */
const likesTag = (article: string) => `likes:${article}`;
const commentsTag = (article: string) => `comments:${article}`;

/** The tags of an article's page, by the id of the article. */
export const engagementTags = (article: string) => [likesTag(article), commentsTag(article)];

/** What these articles' pages show of comments has changed: they are stale immediately. */
export function commentsChanged(articles: readonly string[]): void {
  if (articles.length > 0) invalidateContentInAllProcesses(articles.map(commentsTag));
}

const batches = new LikeBatches((articles) =>
  invalidateContentInAllProcesses(articles.map(likesTag)),
);

/** A like was given or taken back: its page shows it within a second, unless many articles wait. */
export const likesChanged = (article: string): void => batches.add(article);
