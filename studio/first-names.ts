/** More would hide the rest of the sentence. */
const max = 6;

/** The first names of a list for a sentence: "Title, Slug, Author, and 2 more". */
export function firstNames(names: readonly string[]): string {
  const others = names.length - max;
  return names.slice(0, max).join(", ") + (others > 0 ? `, and ${others} more` : "");
}
