interface Collection {
  /** The part of the path before the document's own. */
  base: string;
  /** The field that contains the document's own part. */
  field: string;
}

/** The types whose documents have a page each. */
const collections: Partial<Record<string, Collection>> = {
  post: { base: "/blog/", field: "slug" },
  solution: { base: "/solutions/", field: "slug" },
  feature: { base: "/docs/", field: "slug" },
  jobOpening: { base: "/careers/", field: "id" },
  legalPage: { base: "/", field: "slug" },
  page: { base: "/", field: "slug" },
  changelogEntry: { base: "/changelog#", field: "version" },
};

/** The single pages, by their type. */
const singles: Partial<Record<string, string>> = {
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

/** A type with its path: `at` is a whole path, `base` precedes a document's own part. */
export type Place = { type: string; at: string } | ({ type: string } & Collection);

/** Every type that has pages, singles before collections: `/about` is not a legal page. */
export const places: Place[] = [
  ...Object.entries(singles).flatMap(([type, at]) => (at ? [{ type, at }] : [])),
  ...Object.entries(collections).flatMap(([type, collection]) =>
    collection ? [{ type, ...collection }] : [],
  ),
];

/** True when documents of the type have a page on the site. */
export const hasPage = (type: string): boolean => type in collections || type in singles;

/**
 * The types whose documents share a base path with those of this type: no two may have the same
 * slug.
 */
export function typesBeside(type: string): string[] {
  const base = collections[type]?.base;
  return places.flatMap((place) => ("base" in place && place.base === base ? [place.type] : []));
}

/**
 * Where visitors find a document.
 *
 * @param document a document of the lake; an unfinished one may lack its slug
 * @returns a path of the site, such as `/blog/merge-pdfs`, or undefined where there is no page
 */
export function pagePath(
  document: { _type: string } & Record<string, unknown>,
): string | undefined {
  const collection = collections[document._type];
  if (!collection) return singles[document._type];
  const segment = textOf(document[collection.field]);
  return segment && collection.base + encodeURIComponent(segment);
}

function textOf(value: unknown): string | undefined {
  const text =
    typeof value === "object" && value !== null && "current" in value ? value.current : value;
  return typeof text === "string" && text !== "" ? text : undefined;
}
