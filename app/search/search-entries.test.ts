import { expect, test } from "vitest";
import { places } from "../../schemas/paths/page-path";
import { searchDocumentsQuery, searchVersionsQuery } from "../content/queries/search";
import { ask, type Document } from "../content/testing/ask";
import { seed } from "../content/testing/seed";
import { searchEntries } from "./search-entries";

async function entriesOf(documents: Document[], maxCharacters = 20_000) {
  const ids = documents.map(({ _id }) => _id).filter((id) => typeof id === "string");
  const read = await ask(searchDocumentsQuery, documents, { ids });
  return read.flatMap((document) => searchEntries(document, maxCharacters));
}

const opening = (fields: Document): Document => ({
  _id: "opening",
  _type: "jobOpening",
  id: { current: "press" },
  title: "Press operator",
  ...fields,
});

test("everything of the seed that has a page is found under its path", async () => {
  const entries = await entriesOf(seed);
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
  expect(new Set(entries.map(({ path }) => path))).toEqual(
    expect.toSatisfy((paths: Set<string>) =>
      [
        ...["/", "/pricing", "/features", "/faq", "/about", "/blog", "/contact", "/security"],
        ...["/docs", "/docs/merge-pdfs", "/blog/optimizing-pdf-workflows-for-enterprise"],
        ...["/solutions/document-automation", "/startups", "/terms", "/terms#introduction"],
        ...["/changelog#v2.2.1", "/careers/swe-001", "/faq#question-faq-credits"],
      ].every((path) => paths.has(path)),
    ),
  );
});

test.each(places)("documents of type $type are read, since they have a page", ({ type }) => {
  for (const query of [searchDocumentsQuery, searchVersionsQuery])
    expect(query).toContain(`"${type}"`);
});

test("each kind is known by its type", async () => {
  const entries = await entriesOf(seed);
  const kindOf = (path: string) => entries.find((entry) => entry.path === path)?.kind;
  expect(kindOf("/docs/merge-pdfs")).toBe("documentation");
  expect(kindOf("/careers/swe-001")).toBe("opening");
  expect(kindOf("/changelog#v2.2.1")).toBe("release");
  expect(kindOf("/terms#introduction")).toBe("page");
});

test("what a page says is found: its text, its parameters, its plans, its answers", async () => {
  const entries = await entriesOf(seed);
  const textOf = (path: string) => entries.find((entry) => entry.path === path)?.text ?? "";
  expect(textOf("/docs/merge-pdfs")).toMatch(/^Merge takes whole documents.*multipart/);
  expect(textOf("/pricing")).toContain("Developer");
  expect(textOf("/faq#question-faq-credits")).toContain("A credit pays for one API call");
  expect(textOf("/startups")).toContain("From nothing to a first file");
  expect(textOf("/solutions/document-automation")).toContain("Most document work is assembly.");
});

test("a text is cut at the limit, but not within a character", async () => {
  const content = [{ _type: "block", children: [{ _type: "span", text: "😀".repeat(100) }] }];
  const post = { _id: "post", _type: "post", title: "A", slug: { current: "a" }, content };
  const [entry] = await entriesOf([post], 11);
  expect(entry?.text).toBe("😀".repeat(5));
});

test("a document without a path or a title, or hidden from search engines, is left out", async () => {
  const post = { _type: "post", title: "A", slug: { current: "a" } };
  expect(
    await entriesOf([
      { ...post, _id: "no-path", slug: null },
      { ...post, _id: "no-title", title: null },
      { ...post, _id: "hidden", seo: { noIndex: true } },
      { _id: "author", _type: "author", title: "No page" },
    ]),
  ).toEqual([]);
});

test.each([
  [{}, { from: -Infinity, until: Infinity }],
  [{ publishAt: "2026-01-01T08:00:00Z" }, { from: Date.UTC(2026, 0, 1, 8), until: Infinity }],
  [{ unpublishAt: "2026-01-01T08:00:00Z" }, { from: -Infinity, until: Date.UTC(2026, 0, 1, 8) }],
  [{ publishAt: "soon" }, { from: Infinity, until: Infinity }],
  [{ unpublishAt: "soon" }, { from: -Infinity, until: -Infinity }],
  [{ validThrough: "2026-01-31" }, { from: -Infinity, until: Date.UTC(2026, 1, 1) }],
  [{ postedDate: "2025-11-30" }, { from: -Infinity, until: Date.UTC(2026, 2, 1) }],
])("an opening with %j is shown %j", async (fields, shown) => {
  const [entry] = await entriesOf([opening(fields)]);
  expect(entry?.shown).toEqual(shown);
});
