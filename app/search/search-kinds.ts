/** What can be found, with the name that visitors read. */
export const searchKinds = {
  page: "Pages",
  documentation: "Documentation",
  article: "Articles",
  release: "Changelog",
  opening: "Careers",
} as const;

export type SearchKind = keyof typeof searchKinds;

/** All kinds, in the order in which visitors see them. */
export const kindNames = ["page", "documentation", "article", "release", "opening"] as const;

/** A count of each kind, from zero. A new kind does not compile until it is here. */
export const zeroOfEachKind = (): Record<SearchKind, number> => ({
  page: 0,
  documentation: 0,
  article: 0,
  release: 0,
  opening: 0,
});

/** The kind of this name; undefined when there is none. */
export const kindNamed = (name: string | null): SearchKind | undefined =>
  kindNames.find((kind) => kind === name);
