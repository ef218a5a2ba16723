/** What fits into the field of a search. */
const maxLength = 100;

/**
 * The words of a path, as someone would search for them: "/blog/merge-pdfs" is "blog merge pdfs".
 */
export function wordsOfPath(path: string): string {
  return decoded(path)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim()
    .slice(0, maxLength)
    .replace(/[\uD800-\uDBFF]$/, "");
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
