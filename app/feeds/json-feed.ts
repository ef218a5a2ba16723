import type { Feed, FeedEntry } from "./feed";

/**
 * A feed as JSON Feed 1.1.
 *
 * @see https://www.jsonfeed.org/version/1.1/
 */
export const jsonFeed = (feed: Feed) => ({
  version: "https://jsonfeed.org/version/1.1",
  title: feed.title,
  ...(feed.description && { description: feed.description }),
  home_page_url: feed.pageUrl,
  feed_url: feed.selfUrl,
  icon: feed.iconUrl,
  language: "en",
  authors: [{ name: feed.siteName }],
  items: feed.entries.map(item),
});

const item = ({ url, title, published, updated, author, tags, summary, html }: FeedEntry) => ({
  id: url,
  url,
  title,
  ...(summary && { summary }),
  content_html: html,
  date_published: published,
  date_modified: updated,
  ...(author && { authors: [{ name: author }] }),
  tags,
});
