import { expect, test } from "vitest";
import { nearestPaths } from "./nearest-paths";

const paths = [
  ...["/", "/pricing", "/changelog", "/security", "/docs"],
  ...["/docs/merge-pdfs", "/docs/split-pdf", "/docs/add-watermark"],
];
const nearest = (missing: string) => nearestPaths(paths, missing);

test.each([
  ["a wrong letter", "/pricng", "/pricing"],
  ["two letters in the wrong order", "/cahngelog", "/changelog"],
  ["another folder", "/blog/merge-pdfs", "/docs/merge-pdfs"],
  ["no folder", "/split-pdf", "/docs/split-pdf"],
  ["a word that was left out", "/docs/watermark", "/docs/add-watermark"],
  ["a slash at the end", "/pricings/", "/pricing"],
])("%s leads to the page that was meant", (_, missing, meant) => {
  expect(nearest(missing)[0]).toBe(meant);
});

test.each(["/wp-login.php", "/zzzzzz", "/blog/", "//", `/${"pricing".repeat(2_000)}`])(
  "nothing is suggested for %.20s",
  (missing) => {
    expect(nearest(missing)).toEqual([]);
  },
);

test("what is only a little alike is not suggested beside the page that was meant", () => {
  expect(nearest("/docs/split-pfd")).toEqual(["/docs/split-pdf"]);
});

test("at most three pages are suggested, the most alike first", () => {
  const found = nearestPaths(
    ["aa", "ab", "ac", "ad", "ae"].map((name) => `/docs/merge-pdf-${name}`),
    "/docs/merge-pdf-ac",
  );
  expect(found).toHaveLength(3);
  expect(found[0]).toBe("/docs/merge-pdf-ac");
});
