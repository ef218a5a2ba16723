import { expect, test } from "vitest";
import { hasPage, pagePath, typesBeside } from "./page-path";

test.each([
  [{ _type: "post", slug: { current: "merge-pdfs" } }, "/blog/merge-pdfs"],
  [{ _type: "jobOpening", id: { current: "swe-001" } }, "/careers/swe-001"],
  [{ _type: "solution", slug: { current: "publishing" } }, "/solutions/publishing"],
  [{ _type: "feature", slug: { current: "merge" } }, "/docs/merge"],
  [{ _type: "legalPage", slug: { current: "terms" } }, "/terms"],
  [{ _type: "changelogEntry", version: "v2.4.0" }, "/changelog#v2.4.0"],
  [{ _type: "homePage" }, "/"],
  [{ _type: "aboutPage" }, "/about"],
])("the page of %j is %s", (document, address) => {
  expect(pagePath(document)).toBe(address);
  expect(hasPage(document._type)).toBe(true);
});

test("a document without its slug has no page yet", () => {
  expect(pagePath({ _type: "post" })).toBeUndefined();
  expect(pagePath({ _type: "post", slug: {} })).toBeUndefined();
  expect(pagePath({ _type: "post", slug: { current: 7 } })).toBeUndefined();
});

test("authors have no page", () => {
  expect(hasPage("author")).toBe(false);
  expect(pagePath({ _type: "author", slug: { current: "ada" } })).toBeUndefined();
});

test("legal and landing pages are at the root, articles below /blog", () => {
  expect(typesBeside("page")).toEqual(["legalPage", "page"]);
  expect(typesBeside("post")).toEqual(["post"]);
  expect(typesBeside("author")).toEqual([]);
});
