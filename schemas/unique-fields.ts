/**
 * Fields whose value only one document of a type may have. A copy begins without them, because it
 * and the original would keep each other from being published.
 */
const uniqueFields: Record<string, readonly string[]> = {
  changelogEntry: ["version"],
  jobOpening: ["id"],
  plan: ["id", "popular"],
  redirect: ["from"],
};

/** The names of a type's unique fields; a slug, wherever there is one. */
export const uniqueFieldsOf = (type: string): readonly string[] => [
  "slug",
  ...(uniqueFields[type] ?? []),
];
