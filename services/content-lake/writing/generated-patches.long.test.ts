import { Mutation } from "@sanity/mutator";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Document } from "../document";
import type { PatchOperations } from "./patch-operations";
import { apply, base } from "../testing/apply-patch";

/** A document patched by the mutator, and so by the Studio. */
function replayed(document: Document, patches: readonly PatchOperations[]) {
  const mutations = patches.map((patch) => ({ patch: { id: document._id, ...patch } }));
  return new Mutation({ mutations }).apply(structuredClone(document));
}

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

  test("turns a document into what the lake made of it, when it receives any patch", () => {
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
  }, 180_000);

  test("has the same result as the lake when it sends its own patch", () => {
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
