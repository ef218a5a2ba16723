import { invalidateContentInAllProcesses } from "~/content/reading/content-events.server";

/*
 * Pages of articles carry their likes and comments, and are cached until one of these tags is
 * invalidated (docs/decisions/0068-likes-and-comments-travel-with-the-page.md).
 */
const likesTag = (article: string) => `likes:${article}`;
const commentsTag = (article: string) => `comments:${article}`;

/** The tags of an article's page, by the id of the article. */
export const engagementTags = (article: string) => [likesTag(article), commentsTag(article)];

/** An approved or deleted comment: at once. */
export function commentsChanged(articles: readonly string[]): void {
  if (articles.length > 0) invalidateContentInAllProcesses(articles.map(commentsTag));
}

/** Likes are shown once a second: each change costs a rendering of its page. */
const batchMilliseconds = 1_000;

/** Articles in one batch: strangers who like a hundred of them must not have all rendered at once. */
const batchSize = 4;

/** Articles whose likes have changed, the longest wait first. */
const liked = new Set<string>();
let timer: NodeJS.Timeout | null = null;

/** A like was given or taken back: its page shows it within a second, unless many articles wait. */
export function likesChanged(article: string): void {
  liked.add(article);
  timer ??= setTimeout(flush, batchMilliseconds).unref();
}

function flush() {
  const batch = [...liked].slice(0, batchSize);
  for (const article of batch) liked.delete(article);
  timer = liked.size > 0 ? setTimeout(flush, batchMilliseconds).unref() : null;
  invalidateContentInAllProcesses(batch.map(likesTag));
}
