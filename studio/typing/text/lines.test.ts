import { expect, test } from "vitest";
import { linesMoved } from "./lines";

test("a line moves with those that are added and removed above it", () => {
  expect(linesMoved(2, ["a", "b", "c"], ["b", "c"])).toBe(-1);
  expect(linesMoved(1, ["a", "b", "c"], ["new", "newer", "a", "b", "c"])).toBe(2);
});

test("a line stays where it is when it or one below is removed, and when others change", () => {
  expect(linesMoved(0, ["a", "b"], ["a"])).toBe(0);
  expect(linesMoved(1, ["a", "b"], ["a"])).toBe(0);
  expect(linesMoved(1, ["a", "b"], ["a", "b", "c"])).toBe(0);
  expect(linesMoved(1, ["a", "b"], ["another", "b"])).toBe(0);
});
