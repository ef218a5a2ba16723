import { expect, test } from "vitest";
import { changesBetween, isSame, pathText, valueAt } from "./changes-between";

const block = (text: string) => ({ _key: "a", _type: "block", children: [{ _key: "b", text }] });

test("the changes between two versions of a document are its smallest parts that differ", () => {
  const before = { _rev: "1", title: "Ink", content: [block("Black")], tags: ["a"] };
  const after = { _rev: "2", title: "Ink", content: [block("Black first")], tags: ["a", "b"] };
  expect(
    changesBetween(before, after).map(({ path, ...values }) => [pathText(path), values]),
  ).toEqual([
    ['content[_key=="a"].children[_key=="b"].text', { before: "Black", after: "Black first" }],
    ["tags", { before: ["a"], after: ["a", "b"] }],
  ]);
});

test("a list with another item is one change, and so is a field that one version does not have", () => {
  const items = [block("Black"), { ...block("Red"), _key: "c" }];
  expect(changesBetween({ content: [block("Black")] }, { content: items, title: "Ink" })).toEqual([
    { path: ["content"], before: [block("Black")], after: items },
    { path: ["title"], before: undefined, after: "Ink" },
  ]);
});

test("a part is found by its path, and is undefined where the path ends before it", () => {
  const path = ["content", { _key: "a" }, "children", { _key: "b" }, "text"];
  expect(valueAt({ content: [block("Black")] }, path)).toBe("Black");
  expect(valueAt({ content: [] }, path)).toBeUndefined();
  expect(valueAt(null, path)).toBeUndefined();
});

test("values are the same whatever the order of their fields, but not of their items", () => {
  expect(isSame({ a: 1, b: [{ c: 2, d: 3 }] }, { b: [{ d: 3, c: 2 }], a: 1 })).toBe(true);
  expect(isSame([1, 2], [2, 1])).toBe(false);
  expect(isSame(undefined, null)).toBe(false);
});
