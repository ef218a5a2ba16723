import type { MetaDescriptor } from "@remix-run/node";
import { archiveBases } from "../blog/archive-path";

/** The formats of feeds, and how a page's head names them. */
const types = {
  atom: "application/atom+xml",
  json: "application/feed+json",
  rss: "application/rss+xml",
} as const;

export type FeedFormat = keyof typeof types;

/** Every feed by its path: what it tells, and in which format. */
export const feedPaths = {
  "/feed.xml": { of: "/blog", format: "atom" },
  "/feed.json": { of: "/blog", format: "json" },
  "/rss.xml": { of: "/blog", format: "rss" },
  "/changelog/feed.xml": { of: "/changelog", format: "atom" },
  "/changelog/feed.json": { of: "/changelog", format: "json" },
  "/careers/feed.xml": { of: "/careers", format: "atom" },
  "/careers/feed.json": { of: "/careers", format: "json" },
} as const;

export type FeedPath = keyof typeof feedPaths;
export type FeedPage = (typeof feedPaths)[FeedPath]["of"];

/** The feeds of an archive, below its path. */
export const archiveFeeds = { "/feed.xml": "atom", "/feed.json": "json" } as const;

/** Whether the feed of an archive would be at this path. */
export const isArchiveFeed = (path: string): boolean =>
  archiveBases.some((base) => path.startsWith(base)) &&
  Object.keys(archiveFeeds).some((end) => path.endsWith(end));

/** In the head of the page that shows the same: its feeds, for readers to find. */
export const feedLinks = (page: FeedPage, title: string): MetaDescriptor[] =>
  Object.entries(feedPaths)
    .filter(([, { of }]) => of === page)
    .map(([href, { format }]) => feedLink(href, format, title));

/** The same for an archive of articles. */
export const archiveFeedLinks = ({ path, title }: { path: string; title: string }) =>
  Object.entries(archiveFeeds).map(([end, format]) => feedLink(path + end, format, title));

const feedLink = (href: string, format: FeedFormat, title: string): MetaDescriptor => ({
  tagName: "link",
  rel: "alternate",
  type: types[format],
  title,
  href,
});
