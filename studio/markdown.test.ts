import { expect, test } from "vitest";
import { isMarkdown } from "./markdown";

test.each([
  "## Steps\n\nFirst",
  "- ink\n- paper",
  "1. Fold\n2. Cut",
  "> Said once",
  "```js\nprint()\n```",
  "It is **very** sharp",
  "See [the prices](/#pricing)",
])("%j is Markdown", (text) => {
  expect(isMarkdown(text)).toBe(true);
});

test.each([
  "Plain words.",
  "5 * 3 * 2",
  "#1 in print",
  "C# and F#",
  "well-known - mostly",
  "a [1]",
])("%j is not", (text) => {
  expect(isMarkdown(text)).toBe(false);
});
