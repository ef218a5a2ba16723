import { expect, test } from "vitest";
import { lastPage, readSearch, searchUrl } from "./search-url";

const read = (search: string) => readSearch(new URLSearchParams(search));

test.each([
  ["", { text: "", kind: undefined, page: 1 }],
  ["q=merge+pdf&kind=article&page=2", { text: "merge pdf", kind: "article", page: 2 }],
  ["q=%00a%0Ab&kind=constructor&page=0", { text: "a b", kind: undefined, page: 1 }],
  ["page=1e1", { text: "", kind: undefined, page: 10 }],
  ["page=11", { text: "", kind: undefined, page: 1 }],
  ["page=1.5", { text: "", kind: undefined, page: 1 }],
  ["q=%ff", { text: "\ufffd", kind: undefined, page: 1 }],
])("%j is read as %j", (search, filter) => {
  expect(read(search)).toEqual(filter);
});

test("a long search is cut, but not within a character", () => {
  expect(read(`q=${"x".repeat(5_000)}`).text).toHaveLength(100);
  expect(read(`q=${"x".repeat(99)}😀`).text).toBe("x".repeat(99));
});

test("a search and its URL are the same", () => {
  const filter = { text: "a & b?", kind: "opening", page: 3 } as const;
  expect(readSearch(new URL(searchUrl(filter), "https://a.example").searchParams)).toEqual(filter);
  expect(searchUrl({ text: "", page: 1 })).toBe("/search");
});

test("there are ten pages at most", () => {
  expect([0, 1, 20, 21, 10_000].map(lastPage)).toEqual([1, 1, 1, 2, 10]);
});
