import { describe, expect, test } from "vitest";
import type { SearchEntry } from "./search-entries";
import { SearchIndex, type SearchRequest } from "./search-index";

const now = Date.parse("2026-03-01T12:00:00Z");

function entry(path: string, fields: Partial<SearchEntry>): SearchEntry {
  return {
    id: path,
    kind: "article",
    title: path,
    path,
    summary: "",
    tags: "",
    text: "",
    shown: { from: -Infinity, until: Infinity },
    ...fields,
  };
}

function indexOf(...entries: SearchEntry[]) {
  const index = new SearchIndex();
  for (const each of entries) index.put(each.id, "1", [each]);
  return index;
}

const search = (index: SearchIndex, text: string, more: Partial<SearchRequest> = {}, at = now) =>
  index.search({ text, from: 0, to: 20, ...more }, at);

const paths = (index: SearchIndex, text: string, at = now) =>
  search(index, text, {}, at).results.map(({ path }) => path);

const shown = (parts: { text: string; found: boolean }[]) =>
  parts.map(({ text, found }) => (found ? `[${text}]` : text)).join("");

describe("ranking", () => {
  test("a word in the title comes before one in tags, summary and text", () => {
    const index = indexOf(
      entry("/text", { text: "We stamp pages. Stamp after stamp." }),
      entry("/summary", { summary: "How to stamp" }),
      entry("/title", { title: "Stamp a page" }),
      entry("/tags", { tags: "Stamp" }),
    );
    expect(paths(index, "stamp")).toEqual(["/title", "/tags", "/summary", "/text"]);
  });

  test("the word itself comes before one that begins with it; a similar one is not meant", () => {
    const index = indexOf(
      entry("/similar", { title: "Merse" }),
      entry("/longer", { title: "Mergers" }),
      entry("/same", { title: "Merge" }),
    );
    expect(paths(index, "merge")).toEqual(["/same", "/longer"]);
  });

  test("a version is one word", () => {
    const index = indexOf(
      entry("/v2.1.2", { title: "v2.1.2: Version 2" }),
      entry("/v2.2.1", { title: "v2.2.1: Small things." }),
    );
    expect(paths(index, "v2.2.1")).toEqual(["/v2.2.1"]);
    expect(paths(index, "v2.2")).toEqual(["/v2.2.1"]);
  });

  test("the beginning of a word finds it from three letters on", () => {
    const index = indexOf(entry("/redaction", { title: "Redaction" }));
    expect(paths(index, "red")).toEqual(["/redaction"]);
    expect(paths(index, "re")).toEqual([]);
  });

  test("a typing error is forgiven in words of four letters and more", () => {
    const index = indexOf(
      entry("/watermark", { title: "Watermark" }),
      entry("/ocr", { title: "OCR" }),
    );
    expect(paths(index, "watremark")).toEqual(["/watermark"]);
    expect(paths(index, "waermrk")).toEqual([]);
    expect(paths(index, "wateermrak")).toEqual(["/watermark"]);
    expect(paths(index, "watermrk")).toEqual(["/watermark"]);
    expect(paths(index, "ocx")).toEqual([]);
  });

  test("all words must be found, or else some of them", () => {
    const index = indexOf(
      entry("/both", { title: "Merge and rotate" }),
      entry("/one", { title: "Merge" }),
    );
    expect(search(index, "merge rotate")).toMatchObject({ total: 1, isPartial: false });
    expect(search(index, "merge zeppelin")).toMatchObject({ total: 2, isPartial: true });
    expect(search(index, "zeppelin")).toMatchObject({ total: 0, isPartial: false });
  });
});

describe("what is typed", () => {
  const index = indexOf(
    entry("/cafe", { title: "Café Zürich", text: "An <img src=x onerror=alert(1)> in a text" }),
  );

  test.each(["cafe", "CAFÉ", "cafe\u0301", "ca\u200bfe", "zurich", "Zürich"])(
    "accents, case and zero-width characters do not matter: %j",
    (text) => expect(paths(index, text)).toEqual(["/cafe"]),
  );

  test.each(["", " ", "\u200b", "!?", "<>", "x".repeat(10_000), "y ".repeat(5_000), "\ud83d"])(
    "without a word that is there, nothing is found: %j",
    (text) => expect(search(index, text).total).toBe(0),
  );

  test("markup is found and shown as text", () => {
    const [result] = search(index, "<img src=x>").results;
    expect(shown(result?.excerpt ?? [])).toBe("An <[img] [src]=[x] onerror=alert(1)> in a text");
  });

  test("only the first eight words count", () => {
    expect(paths(index, "cafe zurich an in a text src img zeppelin")).toEqual(["/cafe"]);
  });
});

describe("results", () => {
  const many = indexOf(
    ...Array.from({ length: 30 }, (_, n) => entry(`/blog/${n}`, { title: `Press ${n}` })),
    entry("/docs/press", { title: "Press", kind: "documentation" }),
  );

  test("are counted by kind, and may be those of one kind", () => {
    const counts = { article: 30, documentation: 1, page: 0, release: 0, opening: 0 };
    expect(search(many, "press")).toMatchObject({ total: 31, counts });
    expect(search(many, "press", { kind: "documentation" })).toMatchObject({ total: 1, counts });
  });

  test("are those between two places", () => {
    expect(search(many, "press", { from: 20, to: 40 }).results).toHaveLength(11);
  });

  test("show where the word is: in the summary, or in the text", () => {
    const index = indexOf(entry("/a", { summary: "About sheets", text: "Ink and paper" }));
    const excerpt = (text: string) => shown(search(index, text).results[0]?.excerpt ?? []);
    expect(excerpt("sheets")).toBe("About [sheets]");
    expect(excerpt("paper")).toBe("Ink and [paper]");
  });
});

test("what is scheduled is found from its time on, and to before its end", () => {
  const index = indexOf(
    entry("/soon", { title: "Soon", shown: { from: now, until: now + 5_000 } }),
  );
  expect(paths(index, "soon", now - 1)).toEqual([]);
  expect(paths(index, "soon", now)).toEqual(["/soon"]);
  expect(paths(index, "soon", now + 4_999)).toEqual(["/soon"]);
  expect(paths(index, "soon", now + 5_000)).toEqual([]);
});

test("a document that is replaced or removed is no longer found by its old words", () => {
  const index = indexOf(entry("/a", { title: "Lead", text: "Old type" }));
  index.put("/a", "2", [entry("/a", { title: "Zinc" })]);
  expect(paths(index, "lead")).toEqual([]);
  expect(paths(index, "zinc")).toEqual(["/a"]);
  index.remove("/a");
  expect(paths(index, "zinc")).toEqual([]);
  expect(index.characters).toBe(0);
});
