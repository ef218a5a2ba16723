import { bundledLanguages } from "shiki/langs";
import { expect, test } from "vitest";
import { codeLanguage, codeLanguages } from "./code-languages";

test.each(codeLanguages.filter(({ value }) => value !== "text"))(
  "the site highlights $title",
  ({ value }) => expect(Object.keys(bundledLanguages)).toContain(value),
);

test.each([
  ["ts", "typescript"],
  ["Bash", "sh"],
  ["golang", "go"],
  ["rust", "rust"],
  ["c++", "cpp"],
  ["brainfold", "text"],
])("the Markdown fence %s becomes %s in the form", (written, language) =>
  expect(codeLanguage(written)).toBe(language),
);
