import { Mutation } from "@sanity/mutator";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Document } from "./document";
import { applyOperations, type PatchOperations } from "./patch";

const base = { _id: "a", _type: "thing", _rev: "1", _createdAt: "2026", _updatedAt: "2026" };

function apply(before: Document, operations: PatchOperations) {
  const steps = applyOperations(before, operations);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The attributes after a patch. */
function patched(attributes: Record<string, unknown>, operations: PatchOperations) {
  const { document } = apply({ ...base, ...attributes }, operations);
  const { _id, _type, _rev, _createdAt, _updatedAt, ...rest } = document;
  expect({ _id, _type, _rev, _createdAt, _updatedAt }).toEqual(base);
  return rest;
}

/** A document patched by the mutator, and so by the Studio. */
function replayed(document: Document, patches: readonly PatchOperations[]) {
  const mutations = patches.map((patch) => ({ patch: { id: document._id, ...patch } }));
  return new Mutation({ mutations }).apply(structuredClone(document));
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

  test("takes elements by their own value, and names that need quotes", () => {
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
  test("makes the objects that it sets something in, but no elements", () => {
    expect(patched({}, { set: { "a.b.c": 1 } })).toEqual({ a: { b: { c: 1 } } });
    expect(patched({ a: "text" }, { set: { "a.b": 1 } })).toEqual({ a: { b: 1 } });
    expect(patched({}, { setIfMissing: { "a.b": 1, a: 2 } })).toEqual({ a: { b: 1 } });
    for (const path of ["list[2]", "list[2].a", "list[-3]", "gone[0]", "gone[0].a", "list.a"]) {
      expect(patched({ list: [1, 2] }, { set: { [path]: 0 } })).toEqual({ list: [1, 2] });
      expect(patched({ list: [1, 2] }, { setIfMissing: { [path]: 0 } })).toEqual({ list: [1, 2] });
    }
  });

  test("counts numbers, and nothing else", () => {
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

  test("edits texts, and leaves be what is none", () => {
    const patch = "@@ -1,9 +1,9 @@\n-%F0%9F%98%80 ink\n+%F0%9F%98%81 ink\n";
    expect(
      patched({ a: "😀 ink", n: 1 }, { diffMatchPatch: { a: patch, n: patch, gone: patch } }),
    ).toEqual({ a: "😁 ink", n: 1 });
    expect(() => patched({ a: "x" }, { diffMatchPatch: { a: "@@ what" } })).toThrow("Cannot patch");
  });

  test("drops a letter whose neighbors somebody else has written between, as its writer's Studio does", () => {
    const patch = "@@ -3,8 +3,9 @@\n art.ABCD\n+E\n";
    expect(patched({ a: "Start.abAcBCDdefg" }, { diffMatchPatch: { a: patch } })).toEqual({
      a: "Start.abAcBCDdefg",
    });
  });

  test("inserts before the first of the elements that it names, after the last, or instead of all", () => {
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
    expect(() => inserted({ before: "text[0]", items })).toThrow("no list");
    expect(() => inserted({ before: "list", items })).toThrow("names no element");
    expect(patched({ rows }, { insert: { before: "rows[*].sizes[0]", items } })).toMatchObject({
      rows: [{ sizes: ["x", 1, 2] }, { sizes: ["x", 3] }, { sizes: [] }],
    });
    expect(patched({ list: [] }, { insert: { before: "list[0]", items } })).toEqual({
      list: ["x"],
    });
  });

  test("does one after the other what it says", () => {
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

const text = fc.constantFrom("ink", "😀 pen", "");
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    fc.constantFrom(null, true, 0, 1, 7),
    text,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.array(
      fc.record({ _key: fc.constantFrom("k", "l"), a: tie("value") }, { noNullPrototype: true }),
    ),
    fc.record({ a: tie("value"), b: tie("value") }, { requiredKeys: [], noNullPrototype: true }),
  ),
}));
const attributes = fc.record({ a: value, b: value }, { requiredKeys: [], noNullPrototype: true });

const name = fc.constantFrom("a", "b", "['a-b']");
const plainStep = fc.constantFrom(".a", ".b", "[0]", "[1]", '[_key=="k"]', '[_key=="gone"]');
const anyStep = fc.oneof(
  plainStep,
  fc.constantFrom(
    "[-1]",
    "[*]",
    "[1:]",
    "[0:2]",
    "[a?]",
    "[a > 0]",
    "[@ == 1]",
    "[0,1]",
    "[a,b]",
    "..a",
    "..[0]",
  ),
);
const path = (step: fc.Arbitrary<string>) =>
  fc.tuple(name, fc.array(step, { maxLength: 3 })).map(([first, rest]) => first + rest.join(""));

const difference = fc.constantFrom(
  "@@ -1,3 +1,3 @@\n-ink\n+pen\n",
  "@@ -1,8 +1,4 @@\n %F0%9F%98%80\n-%20pen\n",
);
const operations = (step: fc.Arbitrary<string>, position: fc.Arbitrary<string>) => {
  const keyed = <T>(values: fc.Arbitrary<T>) =>
    fc.dictionary(path(step), values, { maxKeys: 2, noNullPrototype: true });
  const element = fc.tuple(path(step), position).map((parts) => parts.join(""));
  const items = fc.array(value, { maxLength: 2 });
  return fc.record(
    {
      ...{
        set: keyed(value),
        setIfMissing: keyed(value),
        unset: fc.array(path(step), { maxLength: 2 }),
      },
      ...{ inc: keyed(fc.integer()), dec: keyed(fc.integer()), diffMatchPatch: keyed(difference) },
      insert: fc.oneof(
        fc.record({ before: element, items }, { noNullPrototype: true }),
        fc.record({ after: element, items }, { noNullPrototype: true }),
        fc.record({ replace: element, items }, { noNullPrototype: true }),
      ),
    },
    { requiredKeys: [], noNullPrototype: true },
  );
};

/** The outcome, or undefined where the patch is refused. */
function outcome<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

describe("the Studio", () => {
  const position = fc.constantFrom("[0]", "[-1]", "[1]", '[_key=="k"]');

  test("makes of a document what the lake made of it when it hears of any patch", () => {
    let count = 0;
    fc.assert(
      fc.property(
        attributes,
        operations(anyStep, fc.oneof(position, anyStep)),
        (content, patch) => {
          const before = { ...base, ...content };
          const after = outcome(() => apply(before, patch));
          if (!after) return;
          count++;
          expect(replayed(before, after.patches)).toEqual(after.document);
          // No holes and nothing undefined: it is the same in memory and on disk.
          expect(JSON.parse(JSON.stringify(after.document))).toStrictEqual(after.document);
        },
      ),
      { numRuns: 4_000 },
    );
    expect(count).toBeGreaterThan(1_000);
  });

  test("has made of it what the lake makes of it when it sends a patch of its own", () => {
    let count = 0;
    const short = fc.tuple(name, plainStep).map((parts) => parts.join(""));
    const one = fc.oneof(name, short);
    const single = fc.oneof(
      ...["set", "setIfMissing"].map((kind) =>
        fc.tuple(one, value).map(([path, set]) => ({ [kind]: { [path]: set } })),
      ),
      fc.tuple(one, position, value).chain(([path, last, item]) => {
        const [place, items] = [path + last, [item]];
        return fc.constantFrom<PatchOperations>(
          { insert: { before: place, items } },
          { insert: { after: place, items } },
          { insert: { replace: place, items } },
        );
      }),
      one.map((path) => ({ unset: [path] })),
      fc.tuple(one, difference).map(([path, patch]) => ({ diffMatchPatch: { [path]: patch } })),
      fc.tuple(one, fc.integer()).map(([path, by]) => ({ inc: { [path]: by } })),
    );
    fc.assert(
      fc.property(attributes, single, (content, patch) => {
        const before = { ...base, ...content };
        const after = outcome(() => apply(before, patch));
        // Where a path leads nowhere the mutator makes up elements, or aborts.
        if (!after || after.patches[0] !== patch) return;
        count++;
        expect(replayed(before, [patch])).toEqual(after.document);
      }),
      { numRuns: 2_000 },
    );
    expect(count).toBeGreaterThan(200);
  });
});
