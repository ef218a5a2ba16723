import { expect, test } from "vitest";
import { neighbors, readSearch, searchIndex, type DocsCategory } from "./docs-index";

const feature = (slug: string, title: string, desc: string) => ({
  title,
  slug,
  desc,
  drawing: null,
  badge: null,
  endpoint: { method: "POST", path: `/v1/pdf/${slug}` },
});
const index: DocsCategory[] = [
  {
    title: "Manipulate",
    slug: "manipulate",
    description: null,
    features: [
      feature("merge", "Merge PDFs", "Bind files into one."),
      feature("rotate", "Rotate Pages", "Turn pages."),
      feature("split", "Split PDF", "Cut a file."),
    ],
  },
  {
    title: "Convert",
    slug: "convert",
    description: null,
    features: [{ ...feature("word", "Word to PDF", "Office in, PDF out."), endpoint: null }],
  },
];
const found = (search: string) =>
  searchIndex(index, search).flatMap(({ features }) => features.map(({ slug }) => slug));

test("the search matches title, description, path and category, ignoring case", () => {
  expect(found("")).toEqual(["merge", "rotate", "split", "word"]);
  expect(found("ROTATE")).toEqual(["rotate"]);
  expect(found("bind")).toEqual(["merge"]);
  expect(found("/v1/pdf/split")).toEqual(["split"]);
  expect(found("convert")).toEqual(["word"]);
});

test("every word has to match", () => {
  expect(found("pdf office")).toEqual(["word"]);
  expect(found("rotate office")).toEqual([]);
});

test("the search parameter is trimmed and limited in length", () => {
  expect(readSearch(new URLSearchParams({ q: "  merge  " }))).toBe("merge");
  expect(readSearch(new URLSearchParams())).toBe("");
  expect(readSearch(new URLSearchParams({ q: "x".repeat(5000) }))).toHaveLength(100);
});

test("the neighbors of a feature are in its category", () => {
  const slugs = (slug: string) => {
    const { previous, next } = neighbors(index, slug);
    return [previous?.slug, next?.slug];
  };
  expect(slugs("merge")).toEqual([undefined, "rotate"]);
  expect(slugs("rotate")).toEqual(["merge", "split"]);
  expect(slugs("word")).toEqual([undefined, undefined]);
  expect(slugs("unknown")).toEqual([undefined, undefined]);
});
