import { sitePlace } from "~/article/site-place.server";
import { archiveBases } from "~/blog/archive-path";
import { partPageAt } from "~/content/queries/home-part-pages";
import type { SitemapQueryResult } from "~/content/types.generated";
import { places } from "../../schemas/paths/page-path";
import { readArchiveTwin, readBlogTwin, readPostTwin } from "./articles.server";
import { readCareersTwin, readOpeningTwin } from "./careers.server";
import { readChangelogTwin } from "./changelog.server";
import { readAboutTwin, readContactTwin, readSecurityTwin } from "./company.server";
import { readDocsTwin, readFeatureTwin } from "./docs.server";
import { readHomeTwin, readLandingTwin, readLegalTwin, readPartTwin } from "./pages.server";
import { readSitemapTwin } from "./sitemap.server";
import { readSolutionsTwin, readSolutionTwin } from "./solutions.server";
import type { ReadTwin, Twin } from "./twin";

/** The types of documents that have a page. */
type PageType = SitemapQueryResult[number]["_type"];

const twins: Record<PageType, ReadTwin> = {
  aboutPage: readAboutTwin,
  blogPage: readBlogTwin,
  careersPage: readCareersTwin,
  changelogPage: readChangelogTwin,
  contactPage: readContactTwin,
  docsPage: readDocsTwin,
  feature: readFeatureTwin,
  homePage: readHomeTwin,
  jobOpening: readOpeningTwin,
  legalPage: readLegalTwin,
  page: readLandingTwin,
  post: readPostTwin,
  securityPage: readSecurityTwin,
  solution: readSolutionTwin,
  solutionsPage: readSolutionsTwin,
};

const isPageType = (type: string): type is PageType => Object.hasOwn(twins, type);

/**
 * The twin of a page.
 *
 * @param path of the page, decoded: "/", "/blog/a-slug"
 * @returns null when there is no such page, or visitors may not see it
 */
export async function readTwin(path: string): Promise<Twin | null> {
  const place = sitePlace();
  const at = path.lastIndexOf("/") + 1;
  const [base, slug] = [path.slice(0, at), path.slice(at)];
  for (const read of readersAt(path, base)) {
    const twin = await read(slug, place);
    if (twin) return twin;
  }
  return null;
}

/** Two types share the first level, where a page is of the one or of the other. */
function readersAt(path: string, base: string): ReadTwin[] {
  if (path === "/sitemap") return [readSitemapTwin];
  if (partPageAt(path)) return [readPartTwin];
  if (archiveBases.some((each) => each === base))
    return [(_slug, place) => readArchiveTwin(path, place)];
  const single = places.filter((place) => "at" in place && place.at === path);
  const shared = places.filter((place) => "base" in place && place.base === base);
  return (single.length > 0 ? single : shared).flatMap(({ type }) =>
    isPageType(type) ? [twins[type]] : [],
  );
}
