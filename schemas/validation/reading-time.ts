import { isRecord } from "../edits/is-record";

/** Words per minute: an adult reads about this many of such text. */
const wordsPerMinute = 220;

/** Minutes that this many words take to read; at least one. */
export const minutesFor = (words: number): number => Math.max(1, Math.ceil(words / wordsPerMinute));

/**
 * The number of words in the paragraphs, headings and lists of a text; code and tables are not
 * counted.
 */
export function countWords(body: unknown): number {
  if (!Array.isArray(body)) return 0;
  return body.flatMap((block) => partsOf(block).map(textOf).join("").match(/\S+/g) ?? []).length;
}

const partsOf = (block: unknown): unknown[] =>
  isRecord(block) && Array.isArray(block.children) ? block.children : [];

const textOf = (part: unknown): string =>
  isRecord(part) && typeof part.text === "string" ? part.text : "";
