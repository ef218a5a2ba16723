import { partPaths } from "~/content/queries/home-part-pages";
import { xml, type Xml } from "./xml";

interface Page {
  /** Null for a document whose slug an editor removed. */
  path: string | null;
  _updatedAt: string;
  /** Of the home page. */
  sections?: readonly string[];
}

/** The sitemap for visitors, which has no document. It changes with the others: no date. */
const pageWithoutDocument = "/sitemap";

/**
 * The sitemap for search engines: every page with the day of its last change. A list changes with
 * what it lists, so that /blog is as new as the newest of /blog/…. Which pages it has is decided by
 * `app/content/queries/sitemap.ts`.
 *
 * @param archives paths of pages without a document, which change with their articles
 * @param origin of the site, without a slash at its end
 */
export function sitemap(pages: readonly Page[], archives: readonly string[], origin: string): Xml {
  const changed = new Map<string, string>();
  const note = (path: string, time: string) => {
    if ((changed.get(path) ?? "") < time) changed.set(path, time);
  };
  for (const { path, _updatedAt } of pages) if (path) note(path, _updatedAt);
  for (const [path, time] of [...changed]) {
    const list = path.slice(0, path.lastIndexOf("/"));
    if (changed.has(list)) note(list, time);
  }
  const home = pages.find(({ path }) => path === "/");
  if (home) for (const path of partPaths(home.sections ?? [])) note(path, home._updatedAt);
  const entries = [
    ...[...changed].map(
      ([path, time]) => xml`<url><loc>${loc(origin, path)}</loc><lastmod>${time}</lastmod></url>`,
    ),
    ...[...archives, pageWithoutDocument].map(
      (path) => xml`<url><loc>${loc(origin, path)}</loc></url>`,
    ),
  ];
  return xml`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</urlset>`;
}

/**
 * The URL percent-encoded: an editor's slug may contain any character. Resolved against the origin,
 * "//" would name another host.
 */
function loc(origin: string, path: string): string {
  return new URL(origin + path).href;
}
