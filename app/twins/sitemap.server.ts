import { absoluteUrl } from "~/article/absolute-url";
import { sitemapQuery } from "~/content/queries/sitemap";
import { readContent } from "~/content/reading/read.server";
import { blocks, joined, link, list, section } from "~/markdown/markdown";
import { sitemapGroups, type SitemapLink } from "~/sitemap/groups";
import { hasTwin } from "./has-twin";
import type { ReadTwin } from "./twin";

/** The pages that have a twin, grouped for readers. */
export async function readTwinGroups(): Promise<{ title: string; links: SitemapLink[] }[]> {
  const pages = await readContent(sitemapQuery);
  // Visitors see some of these lists as names alone.
  const descriptions = new Map(pages.map(({ path, description }) => [path, description]));
  const known = (link: SitemapLink) => ({
    ...link,
    description: link.description ?? descriptions.get(link.path),
  });
  return sitemapGroups(pages)
    .map(({ title, overview, parts }) => ({
      title,
      links: [...(overview ? [overview] : []), ...parts.flatMap(({ links }) => links)]
        .filter(({ path }) => hasTwin(path))
        .map(known),
    }))
    .filter(({ links }) => links.length > 0);
}

/**
 * The links of all groups.
 *
 * @param urlOf returns the URL to link for the path of a page
 */
export const groupSections = (
  groups: Awaited<ReturnType<typeof readTwinGroups>>,
  urlOf: (path: string) => string | null,
) =>
  blocks(
    ...groups.map(({ title, links }) =>
      section(
        2,
        title,
        list(
          links.map(({ title, path, description }) =>
            joined([link(title, urlOf(path)), description], ": "),
          ),
        ),
      ),
    ),
  );

/** The sitemap for visitors. */
export const readSitemapTwin: ReadTwin = async (_slug, { origin }) => ({
  title: "Sitemap",
  body: groupSections(await readTwinGroups(), (path) => absoluteUrl(path, origin)),
});
