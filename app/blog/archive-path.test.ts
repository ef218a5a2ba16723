import { expect, test } from "vitest";
import { tagArchivePath, tagsWithSlug } from "./archive-path";

test.each([
  ["Data quality", "/blog/tag/data-quality"],
  ["AI & Automation", "/blog/tag/ai-automation"],
  ["Überprüfung", "/blog/tag/uberprufung"],
  ["  PDF/A-3 ", "/blog/tag/pdf-a-3"],
])("the archive of the tag %s is at %s", (tag, path) => {
  expect(tagArchivePath(tag)).toBe(path);
});

test.each(["", "--", "規格", "\ud800", "a".repeat(61), "́".repeat(1_000_000)])(
  "a tag that makes no path has no archive, %#",
  (tag) => {
    expect(tagArchivePath(tag)).toBeNull();
  },
);

test("tags that differ in case and accents share an archive", () => {
  const tags = ["Security", "security", "Sécurité", "Webhooks", "--"];
  expect(tagsWithSlug(tags, "security")).toEqual(["Security", "security"]);
});

test("a tag of a thousand spellings is found by twenty of them", () => {
  const tags = Array.from({ length: 1_000 }, (_, n) => `data${" ".repeat(1 + (n % 40))}quality`);
  expect(tagsWithSlug(tags, "data-quality")).toHaveLength(20);
});
