import { describe, expect, test } from "vitest";
import type { PatchOperations } from "./patch-operations";
import { apply, base } from "../testing/apply-patch";

/** The attributes after a patch. */
function patched(attributes: Record<string, unknown>, operations: PatchOperations) {
  const { document } = apply({ ...base, ...attributes }, operations);
  const { _id, _type, _rev, _createdAt, _updatedAt, ...rest } = document;
  expect({ _id, _type, _rev, _createdAt, _updatedAt }).toEqual(base);
  return rest;
}

const rows = [
  { _key: "a", n: 1, sizes: [1, 2] },
  { _key: "b", n: 5, name: "pen", sizes: [3] },
  { _key: "c", n: 20, name: { en: "ink" }, sizes: [] },
];

describe("a path", () => {
  test.each<[string, unknown]>([
    ["rows[0].n", [0, 5, 20]],
    ["rows[-1].n", [1, 5, 0]],
    ["rows[1:2].n", [1, 0, 20]],
    ["rows[1:].n", [1, 0, 0]],
    ["rows[:-1].n", [0, 0, 20]],
    ["rows[5:7].n", [1, 5, 20]],
    ["rows[2:1].n", [1, 5, 20]],
    ["rows[0,2].n", [0, 5, 0]],
    ["rows[0,0:1,-3].n", [0, 5, 20]],
    ["rows[*].n", [0, 0, 0]],
    ["rows.*.n", [0, 0, 0]],
    ["rows[:].n", [0, 0, 0]],
    ['rows[_key=="b"].n', [1, 0, 20]],
    ['rows[_key=="gone"].n', [1, 5, 20]],
    ["rows[n>=5].n", [1, 0, 0]],
    ["rows[ n < 20 , _key == 'x' ].n", undefined],
    ['rows[n < 5, _key == "c"].n', [0, 5, 0]],
    ["rows[n != 5].n", [0, 5, 0]],
    ['rows[n > "1"].n', [1, 5, 20]],
    ["rows[name?].n", [1, 0, 0]],
    ["rows[9].n", [1, 5, 20]],
    ["rows.n", [1, 5, 20]],
    ["rows[0]['n']", [0, 5, 20]],
    ["..n", [0, 0, 0]],
    ["rows..n", [0, 0, 0]],
    ['rows[_key=="a"][n,m]', [0, 5, 20]],
  ])("%s", (path, expected) => {
    const set = () => patched({ rows }, { set: { [path]: 0 } });
    if (expected === undefined) return expect(set).toThrow("Malformed path");
    const { rows: after } = set();
    expect(Array.isArray(after) && after.map(({ n }) => n)).toEqual(expected);
  });

  test("selects elements by their own value, and names that need quotes", () => {
    const attributes = { list: [1, 5, 9, "9"], "a-b": { $: 1 }, true: 1 };
    expect(patched(attributes, { unset: ["list[@ > 4]"] })).toMatchObject({ list: [1, "9"] });
    expect(
      patched(attributes, { set: { "['a-b'].$": 2, "['a-b']['it\\'s']": 3, true: 4 } }),
    ).toMatchObject({ "a-b": { $: 2, "it's": 3 }, true: 4 });
  });

  test.each([
    "",
    " ",
    "a..",
    "a[",
    "a]",
    "a[]",
    "a b",
    "7a",
    "a[1.5]",
    "a[0:2:1]",
    'a["b"]',
    "a.'b",
    "a[b=='c']",
    "a.[0]",
    `a${".a".repeat(1_000)}`,
  ])("that is malformed is refused: %s", (path) => {
    expect(() => patched({}, { unset: [path] })).toThrow("Malformed path");
  });
});

describe("a patch", () => {
  test("of nine million characters is refused, not searched by a pattern that V8 has no stack for", () => {
    const path = `rows["${"x".repeat(9_000_000)}`;
    expect(() => patched({}, { unset: [path] })).toThrow("it is too long");
  });

  test("creates the objects that it sets something in, but no elements", () => {
    expect(patched({}, { set: { "a.b.c": 1 } })).toEqual({ a: { b: { c: 1 } } });
    expect(patched({ a: "text" }, { set: { "a.b": 1 } })).toEqual({ a: { b: 1 } });
    expect(patched({}, { setIfMissing: { "a.b": 1, a: 2 } })).toEqual({ a: { b: 1 } });
    for (const path of ["list[2]", "list[2].a", "list[-3]", "gone[0]", "gone[0].a", "list.a"]) {
      expect(patched({ list: [1, 2] }, { set: { [path]: 0 } })).toEqual({ list: [1, 2] });
      expect(patched({ list: [1, 2] }, { setIfMissing: { [path]: 0 } })).toEqual({ list: [1, 2] });
    }
  });

  test("increments numbers, and nothing else", () => {
    const attributes = { n: 1, a: { m: 2 }, text: "1", none: null, list: [1] };
    expect(patched(attributes, { inc: { n: 2, "a.m": 0.5 }, dec: { "list[0]": 3 } })).toMatchObject(
      { n: 3, a: { m: 2.5 }, list: [-2] },
    );
    const refusals = {
      gone: 'Cannot increment "gone" because it is not present',
      "a.gone": 'Cannot increment "a.gone" because it is not present',
      text: 'Cannot increment "text" because it is not a number',
      none: 'Cannot increment "none" because it is not a number',
    };
    for (const [path, message] of Object.entries(refusals)) {
      expect(() => patched(attributes, { inc: { [path]: 1 } })).toThrow(message);
    }
    expect(() => patched({ n: Number.MAX_VALUE }, { inc: { n: Number.MAX_VALUE } })).toThrow(
      "too large",
    );
    expect(patched(attributes, { inc: { "list[7]": 1, 'rows[_key=="x"].n': 1 } })).toEqual(
      attributes,
    );
  });

  test("removes what is there", () => {
    const attributes = { text: "x", list: [{ a: 1 }, 2, 3], deep: { a: { a: 1 } } };
    const nothing = [
      "gone",
      "gone.a",
      "text.a",
      "text.a.b",
      "list[9]",
      "list[9].a",
      "list.a",
      "text[0]",
    ];
    expect(patched(attributes, { unset: nothing })).toEqual(attributes);
    expect(patched(attributes, { unset: ["list[2,0]", "..a"] })).toEqual({
      ...{ text: "x", list: [2], deep: {} },
    });
  });

  test("edits strings, and leaves other values", () => {
    const patch = "@@ -1,9 +1,9 @@\n-%F0%9F%98%80 ink\n+%F0%9F%98%81 ink\n";
    expect(
      patched({ a: "😀 ink", n: 1 }, { diffMatchPatch: { a: patch, n: patch, gone: patch } }),
    ).toEqual({ a: "😁 ink", n: 1 });
    expect(() => patched({ a: "x" }, { diffMatchPatch: { a: "@@ what" } })).toThrow("Cannot patch");
  });

  test("drops a character if someone else has written between its neighbors, like the Studio", () => {
    const patch = "@@ -3,8 +3,9 @@\n art.ABCD\n+E\n";
    expect(patched({ a: "Start.abAcBCDdefg" }, { diffMatchPatch: { a: patch } })).toEqual({
      a: "Start.abAcBCDdefg",
    });
  });

  test("inserts before the first of the named elements, after the last, or in their place", () => {
    const list = [0, 1, 2, 3];
    const inserted = (insert: PatchOperations["insert"]) =>
      patched({ list, text: "x" }, { insert }).list;
    const items = ["x"];
    expect(inserted({ before: "list[1:3]", items })).toEqual([0, "x", 1, 2, 3]);
    expect(inserted({ after: "list[0:2]", items })).toEqual([0, 1, "x", 2, 3]);
    expect(inserted({ after: "list[0,2]", items })).toEqual([0, 1, 2, "x", 3]);
    expect(inserted({ replace: "list[3,1]", items })).toEqual([0, "x", 2]);
    expect(inserted({ replace: "list[*]", items })).toEqual(["x"]);
    expect(inserted({ replace: "list[0:0]", items })).toEqual(list);
    expect(inserted({ replace: "list[@ > 7]", items })).toEqual(list);
    expect(inserted({ after: "list[-1]", items })).toEqual([...list, "x"]);
    expect(inserted({ before: "gone[0]", items })).toEqual(list);
    expect(() => inserted({ before: "text[0]", items })).toThrow("not a list");
    expect(() => inserted({ before: "list", items })).toThrow("names no element");
    expect(patched({ rows }, { insert: { before: "rows[*].sizes[0]", items } })).toMatchObject({
      rows: [{ sizes: ["x", 1, 2] }, { sizes: ["x", 3] }, { sizes: [] }],
    });
    expect(patched({ list: [] }, { insert: { before: "list[0]", items } })).toEqual({
      list: ["x"],
    });
  });

  test("applies its operations in order", () => {
    expect(
      patched(
        {},
        {
          setIfMissing: { rows: [{ n: 1 }, { n: 2 }] },
          inc: { "rows[*].n": 1, "rows[0].n": 10 },
          insert: { after: "rows[n == 3]", items: ["end"] },
        },
      ),
    ).toEqual({ rows: [{ n: 12 }, { n: 3 }, "end"] });
  });
});
