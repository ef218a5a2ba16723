import { expect, test } from "vitest";
import { prefersMarkdown } from "./prefers-markdown";

test.each([
  "text/markdown",
  "text/markdown, text/html;q=0.9",
  "text/markdown, text/html, */*",
  "text/html;q=0.5, text/markdown;q=0.8",
  "text/markdown;charset=utf-8, */*;q=0.1",
])("Markdown is preferred: %s", (accept) => expect(prefersMarkdown(accept)).toBe(true));

test.each([
  undefined,
  "*/*",
  "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
  "text/html, text/markdown;q=0.9",
  "text/markdown;q=0.5, */*",
  "text/markdown;q=0.5, text/*;q=0.6",
  "text/markdown;q=0",
  "text/markdown;q=none",
  `text/markdown, ${"a/b,".repeat(2_000)}`,
])("HTML is preferred: %s", (accept) => expect(prefersMarkdown(accept)).toBe(false));
