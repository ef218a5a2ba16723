import { expect, test } from "vitest";
import { wrongLetters } from "./similar-words";

test.each([
  ["merge", "merge", 0],
  ["mrege", "merge", 1],
  ["merg", "merge", 1],
  ["mergee", "merge", 1],
  ["marge", "merge", 1],
  ["watremrak", "watermark", 2],
  ["", "ab", 2],
  ["merge", "split", 3],
  ["a", "abcdef", 3],
  ["x".repeat(100), "x".repeat(100), 3],
])("%j and %j differ by %d, counted up to 2", (word, other, count) => {
  expect(wrongLetters(word, other, 2)).toBe(count);
});
