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

/** The kind of this name; undefined when there is none. */
export const kindNamed = (name: string | null): SearchKind | undefined =>
  kindNames.find((kind) => kind === name);
