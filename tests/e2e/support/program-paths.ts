import { feedPaths } from "../../../app/feeds/feed-paths";

/** What the site has for programs, besides its pages and their Markdown twins. */
export const programPaths = [
  ...Object.keys(feedPaths),
  ...["/blog/category/security/feed.xml", "/blog/tag/security/feed.json"],
  ...["/sitemap.xml", "/robots.txt", "/llms.txt", "/llms-full.txt", "/pricing.json"],
  "/.well-known/security.txt",
];
