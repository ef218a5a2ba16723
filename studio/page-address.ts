type Segment = (document: Record<string, unknown>) => string | undefined;

const text = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

const slugIn =
  (field: string): Segment =>
  (document) => {
    const slug = document[field];
    return typeof slug === "object" && slug !== null && "current" in slug
      ? text(slug.current)
      : undefined;
  };

const slug = slugIn("slug");

/** What comes before the document's own part of the address, and where that part stands. */
const collections: Partial<Record<string, { base: string; segment: Segment }>> = {
  post: { base: "/blog/", segment: slug },
  jobOpening: { base: "/careers/", segment: slugIn("id") },
  solution: { base: "/solutions/", segment: slug },
  feature: { base: "/docs/", segment: slug },
  legalPage: { base: "/", segment: slug },
  changelogEntry: { base: "/changelog#", segment: ({ version }) => text(version) },
};

const pages: Partial<Record<string, string>> = {
  homePage: "/",
  aboutPage: "/about",
  blogPage: "/blog",
  careersPage: "/careers",
  changelogPage: "/changelog",
  contactPage: "/contact",
  docsPage: "/docs",
  securityPage: "/security",
  solutionsPage: "/solutions",
};

/** True when documents of the type have a page on the site. */
export const hasPage = (type: string): boolean => type in collections || type in pages;

/**
 * Where visitors find a document.
 *
 * @param document a document of the lake; an unfinished one may lack its slug
 * @returns a path of the site, such as `/blog/merge-pdfs`, or undefined where there is no page
 */
export function pageAddress(
  document: { _type: string } & Record<string, unknown>,
): string | undefined {
  const collection = collections[document._type];
  if (!collection) return pages[document._type];
  const segment = collection.segment(document);
  return segment && collection.base + encodeURIComponent(segment);
}
