import { bundledLanguages } from "shiki/langs";
import { expect, test } from "vitest";
import { codeLanguage, codeLanguages } from "./code-languages";

test.each(codeLanguages.filter(({ value }) => value !== "text"))(
  "the site colors $title",
  ({ value }) => expect(Object.keys(bundledLanguages)).toContain(value),
);

test.each([
  ["ts", "typescript"],
  ["Bash", "sh"],
  ["golang", "go"],
  ["rust", "rust"],
  ["c++", "cpp"],
  ["brainfold", "text"],
])("%s behind a fence of Markdown is %s in the form", (written, language) =>
  expect(codeLanguage(written)).toBe(language),
);
