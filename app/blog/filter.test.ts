import { expect, test } from "vitest";
import { blogUrl, readFilter } from "./filter";

const read = (query: string) => readFilter(new URLSearchParams(query));

test("a URL without a filter selects everything", () => {
  expect(read("")).toEqual({ search: "", category: "", page: 1 });
  expect(blogUrl({})).toBe("/blog");
});

test("search and category survive the round trip through the URL", () => {
  const filter = { search: "R&D = 100 %", category: "pdf-ocr", page: 3 };
  expect(read(blogUrl(filter).split("?")[1] ?? "")).toEqual(filter);
});

test("a tag resets the category", () => {
  expect(blogUrl({ search: "Automation" })).toBe("/blog?q=Automation");
});

test("invalid parameters are ignored", () => {
  expect(read('category="] | *[')).toEqual({
    search: "",
    category: "",
    page: 1,
  });
  for (const page of ["0", "-1", "1.5", "1e3", "99999", "two"])
    expect(read(`page=${page}`).page).toBe(1);
  expect(read(`q=${"x".repeat(5000)}`).search).toHaveLength(100);
  expect(read("q=%20%20pdf%20").search).toBe("pdf");
});
