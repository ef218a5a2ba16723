/**
 * A word of a text: letters and figures, with the marks and zero-width characters among them; the
 * points of a version belong to it.
 */
const wordPattern = /[\p{L}\p{N}\p{M}\p{Cf}]+(?:(?<=\p{N})\.(?=\p{N})[\p{L}\p{N}\p{M}\p{Cf}]+)*/gu;

/** Of a word in its compared form: longer ones are data that nobody searches for. */
const maxWordLength = 40;

/**
 * The maximum length of a word as written, accents included: normalizing takes time that grows with
 * the square of a run of accents.
 */
const maxWrittenLength = 4 * maxWordLength;

/** The words of a text, as they are written. */
export const wordsOf = (text: string): string[] => text.match(wordPattern) ?? [];

/**
 * The form in which two words are compared: without case, accents, ligatures and zero-width
 * characters (Unicode's compatibility decomposition, UAX #15), and without the s of a plural. Empty
 * when nothing else is in it.
 */
export function comparedForm(word: string): string {
  const small = word.toLowerCase();
  // Most words are, and normalizing takes ten times as long.
  const isPlain = /^[a-z0-9.]*$/.test(small);
  const plain = isPlain
    ? small
    : small
        .slice(0, maxWrittenLength)
        .normalize("NFKD")
        .replace(/[\p{M}\p{Cf}]/gu, "");
  return singular(plain.slice(0, maxWordLength));
}

/** "queries" is "query", "credits" is "credit"; "status", "analysis" and "process" stay. */
function singular(word: string): string {
  if (word.length < 4 || !word.endsWith("s")) return word;
  return word.endsWith("ies") ? `${word.slice(0, -3)}y` : word.replace(/(?<![sui])s$/, "");
}

/** A part of a text, and whether it is a word that was searched for. */
export interface TextPart {
  text: string;
  found: boolean;
}

/**
 * A text in parts, for display.
 *
 * @param found words in their compared form
 */
export function markWords(text: string, found: ReadonlySet<string>): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(wordPattern)) {
    if (!found.has(comparedForm(word))) continue;
    if (index > end) parts.push({ text: text.slice(end, index), found: false });
    parts.push({ text: word, found: true });
    end = index + word.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), found: false });
  return parts;
}

/** Where the first of some words begins in a text; -1 when there is none. */
export function firstOf(text: string, found: ReadonlySet<string>): number {
  for (const { 0: word, index } of text.matchAll(wordPattern))
    if (found.has(comparedForm(word))) return index;
  return -1;
}

/** Characters of an excerpt, and of those before the first word that was found. */
const excerptLength = 200;
const leadingLength = 40;

/**
 * The part of a text in which a word was found first; the beginning when there is none. Whole
 * words, with an ellipsis where something is left out.
 *
 * @param found words in their compared form
 */
export function excerptOf(text: string, found: ReadonlySet<string>): TextPart[] {
  const first = Math.max(0, firstOf(text, found));
  const wanted = Math.max(0, first - leadingLength);
  const start = wanted === 0 ? 0 : Math.min(text.indexOf(" ", wanted) + 1, first);
  const isCut = text.length > start + excerptLength;
  const cut = text.slice(start, start + excerptLength);
  const end = isCut ? cut.replace(/\s+\S*$/u, "").replace(/[\uD800-\uDBFF]$/, "") : cut;
  return markWords(`${start > 0 ? "… " : ""}${end}${isCut ? " …" : ""}`, found);
}
