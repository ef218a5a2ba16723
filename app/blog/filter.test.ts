import { expect, test } from "vitest";
import { blogAddress, readFilter } from "./filter";

const read = (query: string) => readFilter(new URLSearchParams(query));

test("an address without a filter asks for everything", () => {
  expect(read("")).toEqual({ search: "", category: "" });
  expect(blogAddress({})).toBe("/blog");
});

test("search and category go through the address unharmed", () => {
  const filter = { search: "R&D = 100 %", category: "pdf-ocr" };
  expect(read(blogAddress(filter).split("?")[1] ?? "")).toEqual(filter);
});

test("a tag resets the category", () => {
  expect(blogAddress({ search: "Automation" })).toBe("/blog?q=Automation");
});

test("nonsense is taken for not given", () => {
  expect(read('category="] | *[')).toEqual({ search: "", category: "" });
  expect(read(`q=${"x".repeat(5000)}`).search).toHaveLength(100);
  expect(read("q=%20%20pdf%20").search).toBe("pdf");
});
