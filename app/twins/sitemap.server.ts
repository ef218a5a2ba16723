import { absoluteUrl } from "~/article/absolute-url";
import { sitemapQuery } from "~/content/queries/sitemap";
import { readContent } from "~/content/reading/read.server";
import { blocks, joined, link, list, section } from "~/markdown/markdown";
import { sitemapGroups, type SitemapLink } from "~/sitemap/groups";
import { hasTwin } from "./has-twin";
import type { ReadTwin } from "./twin";

/** The pages that have a twin, grouped for readers. */
export async function readTwinGroups(): Promise<{ title: string; links: SitemapLink[] }[]> {
  const groups = sitemapGroups(await readContent(sitemapQuery));
  return groups
    .map(({ title, overview, parts }) => ({
      title,
      links: [...(overview ? [overview] : []), ...parts.flatMap(({ links }) => links)].filter(
        ({ path }) => hasTwin(path),
      ),
    }))
    .filter(({ links }) => links.length > 0);
}

/**
 * The links of all groups.
 *
 * @param urlOf a page's path makes the URL that is linked
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
