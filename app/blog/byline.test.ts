import { expect, test } from "vitest";
import { byline, firstName, minutesToRead } from "./byline";

test.each([
  ["Ada Example", null, { name: "Ada Example", role: null }],
  ["Ada Example, Head of Platform", null, { name: "Ada Example", role: "Head of Platform" }],
  ["Ada Example, Head, Platform", null, { name: "Ada Example", role: "Head, Platform" }],
  ["Ada Example, Head of Platform", "Editor", { name: "Ada Example", role: "Editor" }],
  [null, null, { name: null, role: null }],
  [" , ", null, { name: null, role: null }],
])("%j with the role %j", (name, role, expected) => {
  expect(byline(name, role)).toEqual(expected);
});

test("cards show the author's first name", () => {
  expect(firstName("Ada Example, Head of Platform")).toBe("Ada");
  expect(firstName(null)).toBeNull();
});

test("the reading time is the editor's or computed, and at least a minute", () => {
  expect(minutesToRead({ readTime: 7, wordCount: 10 })).toBe(7);
  expect(minutesToRead({ readTime: null, wordCount: 900 })).toBe(5);
  expect(minutesToRead({ readTime: null, wordCount: null })).toBe(1);
});
