import { expect, test } from "vitest";
import { isSitePath } from "./site-path";

test.each(["/", "/blog?q=x#top", "#plans", "?page=2"])("%s stays on this site", (href) => {
  expect(isSitePath(href)).toBe(true);
});

test.each([
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "https://evil.example",
  "javascript:alert(1)",
  "",
])("%j does not", (href) => {
  expect(isSitePath(href)).toBe(false);
});
