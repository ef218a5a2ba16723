import { sitePlace } from "~/article/site-place.server";
import { blogHeading } from "~/blog/blog-heading";
import { type Archive, readArchive } from "~/blog/read-archive.server";
import { blogPageQuery } from "~/content/queries/blog-page";
import { careersPageQuery } from "~/content/queries/careers-page";
import { changelogFeedQuery } from "~/content/queries/changelog-entry";
import { changelogPageQuery } from "~/content/queries/changelog-page";
import { openingsFeedQuery } from "~/content/queries/job-opening";
import { feedQuery } from "~/content/queries/post";
import { siteSettingsQuery } from "~/content/queries/site-settings";
import { readContent } from "~/content/reading/read.server";
import { articleEntry } from "./article-entry.server";
import type { Feed } from "./feed";
import {
  archiveFeeds,
  feedPaths,
  type FeedFormat,
  type FeedPage,
  type FeedPath,
} from "./feed-paths";
import { openingEntry } from "./opening-entry";
import { releaseEntry } from "./release-entry";

type FeedContent = Pick<Feed, "title" | "description" | "entries">;

interface FoundFeed {
  feed: Feed;
  format: FeedFormat;
}

const readers: Record<FeedPage, () => Promise<FeedContent>> = {
  "/blog": readArticles,
  "/changelog": readReleases,
  "/careers": readOpenings,
};

/** The feed at a path of the site, and its format; null where there is none. */
export async function readFeed(path: string): Promise<FoundFeed | null> {
  const own = path.replace(/\/+$/, "");
  if (!isFeedPath(own)) return readArchiveFeed(own);
  const { of, format } = feedPaths[own];
  return { feed: await published(await readers[of](), of, own), format };
}

/** The feed of a category or of a tag. */
async function readArchiveFeed(path: string): Promise<FoundFeed | null> {
  for (const [end, format] of Object.entries(archiveFeeds)) {
    const archive = path.endsWith(end) ? await readArchive(path.slice(0, -end.length)) : null;
    if (!archive) continue;
    const [site, entries] = await Promise.all([
      readContent(siteSettingsQuery),
      readEntries(archive),
    ]);
    const content = {
      title: titleOf(archive.title, site),
      description: archive.description,
      entries,
    };
    return { feed: await published(content, archive.path, path), format };
  }
  return null;
}

/** A feed with its URLs and the name of the site. */
async function published(content: FeedContent, page: string, own: string): Promise<Feed> {
  const { origin } = sitePlace();
  const site = await readContent(siteSettingsQuery);
  const urls = { pageUrl: origin + page, selfUrl: origin + own, iconUrl: `${origin}/icon-512.png` };
  return { ...content, ...urls, siteName: site?.brandName ?? content.title };
}

const isFeedPath = (path: string): path is FeedPath => Object.hasOwn(feedPaths, path);

/** The newest articles. */
async function readArticles(): Promise<FeedContent> {
  const [page, site, entries] = await Promise.all([
    readContent(blogPageQuery),
    readContent(siteSettingsQuery),
    readEntries({ category: "", tags: [] }),
  ]);
  return { title: blogHeading(page, site), description: site?.tagline ?? null, entries };
}

async function readEntries({ category, tags }: Pick<Archive, "category" | "tags">) {
  const articles = await readContent(feedQuery, { category, tags });
  const place = sitePlace();
  return articles.map((article) => articleEntry(article, place));
}

/** The newest releases. */
async function readReleases(): Promise<FeedContent> {
  const [page, site, releases] = await Promise.all([
    readContent(changelogPageQuery),
    readContent(siteSettingsQuery),
    readContent(changelogFeedQuery),
  ]);
  const { origin } = sitePlace();
  return {
    title: titleOf(page?.heading || "Changelog", site),
    description: page?.lead ?? null,
    entries: releases.map((release) => releaseEntry(release, origin)),
  };
}

/** The openings that take applications. */
async function readOpenings(): Promise<FeedContent> {
  const [page, site, openings] = await Promise.all([
    readContent(careersPageQuery),
    readContent(siteSettingsQuery),
    readContent(openingsFeedQuery),
  ]);
  const { origin } = sitePlace();
  return {
    title: titleOf(page?.heading || "Careers", site),
    description: page?.lead ?? null,
    entries: openings.map((opening) => openingEntry(opening, origin)),
  };
}

/** Among a reader's feeds the page's heading alone would not say whose it is. */
const titleOf = (heading: string, site: { brandName: string | null } | null): string =>
  [heading, site?.brandName].filter(Boolean).join(" · ");
