import { expect, test } from "vitest";
import { comparedForm, excerptOf, markWords, wordsOf } from "./words";

const shown = (parts: { text: string; found: boolean }[]) =>
  parts.map(({ text, found }) => (found ? `[${text}]` : text)).join("");

test.each([
  ["Café", "cafe"],
  ["CAFE\u0301", "cafe"],
  ["ﬁle", "file"],
  ["mer\u200bge", "merge"],
  ["so\u00adft", "soft"],
  ["İstanbul", "istanbul"],
  ["\u200b\u200d", ""],
  ["Credits", "credit"],
  ["queries", "query"],
  ["process", "process"],
  ["status", "status"],
  ["OCRs", "ocr"],
])("%j is compared as %j", (word, form) => {
  expect(wordsOf(word).map(comparedForm)).toEqual([form]);
});

test("a very long word is compared by its beginning", () => {
  expect(comparedForm("x".repeat(100_000))).toHaveLength(40);
});

test("words are marked as they are written, and markup stays text", () => {
  const found = new Set(["merge", "cafe"]);
  expect(shown(markWords("Merge <b>PDFs</b> in the Café.", found))).toBe(
    "[Merge] <b>PDFs</b> in the [Café].",
  );
  expect(markWords("", found)).toEqual([]);
});

test("an excerpt is around the first word that was found, in whole words", () => {
  const text = `${"before ".repeat(100)}needle ${"after ".repeat(100)}`.trim();
  const excerpt = shown(excerptOf(text, new Set(["needle"])));
  expect(excerpt).toMatch(/^… before .*\[needle\] after .*after …$/);
  expect(excerpt.length).toBeLessThan(230);
});

test("an excerpt without a word that was found is the beginning", () => {
  expect(shown(excerptOf("Short.", new Set(["needle"])))).toBe("Short.");
  expect(shown(excerptOf("word ".repeat(100), new Set()))).toMatch(/^word .* …$/);
});

test("a text without spaces is cut, but not within a character", () => {
  const excerpt = shown(excerptOf("😀".repeat(500), new Set()));
  expect(excerpt).toMatch(/^(😀)+ …$/u);
});

test("a word of accents is compared in a bounded time", () => {
  // Normalizing all of it would take until the test times out.
  const word = `zebra${"\u0301".repeat(500_000)}${"\u0316".repeat(500_000)}`;
  expect(comparedForm(word)).toBe("zebra");
});
