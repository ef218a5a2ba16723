/**
 * What an avatar shows when there is no picture: the first letters of the first two words in upper
 * case, the first two letters of a single word, or U without a name. Counts whole characters, so
 * that an emoji is not cut in half.
 */
export function initials(fullName: string | null): string {
  // A script may have written a number for a name, which must not crash the page.
  const [first, second] = `${fullName ?? ""}`.trim().split(/\s+/);
  if (!first) return "U";
  const letters = second
    ? letter(first, 0) + letter(second, 0)
    : letter(first, 0) + letter(first, 1);
  return letters.toUpperCase();
}

function letter(word: string, position: number): string {
  return Array.from(word)[position] ?? "";
}
