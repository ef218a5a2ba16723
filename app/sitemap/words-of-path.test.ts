import { expect, test } from "vitest";
import { wordsOfPath } from "./words-of-path";

test.each([
  ["/blog/merge-pdfs.html", "blog merge pdfs html"],
  ["/caf%C3%A9/", "café"],
  ["/100%/x", "100 x"],
  ["/", ""],
  [`/${"x".repeat(300)}`, "x".repeat(100)],
])("the words of %j are %j", (path, words) => {
  expect(wordsOfPath(path)).toBe(words);
});
