import { processorTime } from "@platen/kit";
import fc from "fast-check";
import { applyPatch, incremental } from "mendoza";
import { describe, expect, test } from "vitest";
import { diff } from "./mendoza";

const key = fc.constantFrom("a", "b", "c", "title", "Ω", "-1");
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: "grapheme" }),
  fc.constantFrom(
    "a long enough text",
    "a long and changed text",
    "ä long enough text",
    "😀😀 text",
  ),
);

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    fc.constantFrom(null, true, false, 0, 1, -2.5, ""),
    text,
    fc.array(tie("value"), { maxLength: 5 }),
    fc.array(
      fc.record(
        { _key: fc.constantFrom("k1", "k2", "k3"), v: tie("value") },
        { noNullPrototype: true },
      ),
      { maxLength: 4 },
    ),
    fc.dictionary(key, tie("value"), { maxKeys: 5, noNullPrototype: true }),
  ),
}));

const document = fc.dictionary(key, value, { maxKeys: 6, noNullPrototype: true });

/** A document, and a copy with some parts replaced. */
const edited = fc
  .tuple(document, document, fc.array(key, { maxLength: 3 }))
  .map(([left, other, shared]) => {
    const right: Record<string, unknown> = { ...other };
    for (const name of shared) if (name in left) right[name] = left[name];
    return [left, right] as const;
  });

describe("a Mendoza patch", () => {
  test("turns one document into the other, in both directions", () => {
    fc.assert(
      fc.property(edited, ([left, right]) => {
        expect(applyPatch(left, diff(left, right))).toEqual(right);
        expect(applyPatch(right, diff(right, left))).toEqual(left);
        // The Studio's history follows the origin of each part with the other patcher.
        const wrapped = incremental.applyPatch(incremental.wrap(left, 1), diff(left, right), 2);
        expect(incremental.unwrap(wrapped)).toEqual(right);
      }),
      { numRuns: 5_000 },
    );
  });

  test("turns any value into any other, also through JSON", () => {
    fc.assert(
      fc.property(value, value, (left, right) => {
        const patch: unknown[] = JSON.parse(JSON.stringify(diff(left, right)));
        expect(applyPatch(left, patch)).toEqual(JSON.parse(JSON.stringify(right)));
      }),
      { numRuns: 3_000 },
    );
  });

  test("creates and deletes a document", () => {
    expect(applyPatch(null, diff(null, { a: 1 }))).toEqual({ a: 1 });
    expect(applyPatch({ a: 1 }, diff({ a: 1 }, null))).toBeNull();
  });

  test("is small for a small change", () => {
    const block = (n: number) => ({ _key: `k${n}`, text: `paragraph ${n} ${"x".repeat(200)}` });
    const left = {
      title: "A title that is long",
      body: Array.from({ length: 50 }, (_, n) => block(n)),
    };
    const moved = { ...left, body: [left.body[49], ...left.body.slice(0, 49)] };
    const typed = { ...left, title: "A title that is longer" };
    expect(JSON.stringify(diff(left, moved)).length).toBeLessThan(60);
    expect(JSON.stringify(diff(left, typed)).length).toBeLessThan(60);
    expect(applyPatch(left, diff(left, moved))).toEqual(moved);
  });

  test("of large arrays with nothing in common is computed quickly", () => {
    const list = (text: string) =>
      Array.from({ length: 20_000 }, (_, n) => ({ v: `${text} ${n}` }));
    const [left, right] = [{ list: list("old") }, { list: list("new") }];
    const start = processorTime();
    expect(applyPatch(left, diff(left, right))).toEqual(right);
    expect(processorTime() - start).toBeLessThan(5_000);
  });

  test("of ten thousand elements with the key of a large one is computed quickly", () => {
    // Each of them compared with it would take until the test times out.
    const large = "x".repeat(5_000_000);
    const fields = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`k${n}`, n]));
    for (const item of [{ t: large }, { t: large, ...fields }]) {
      const left = { list: [{ _key: "a", ...item }] };
      const right = { list: Array.from({ length: 20_000 }, (_, n) => ({ _key: "a", t: `y${n}` })) };
      expect(applyPatch(left, diff(left, right))).toEqual(right);
    }
  });

  test("keeps repeated and moved elements in their order", () => {
    const [a, b] = [
      { _key: "a", t: "one" },
      { _key: "b", t: "two" },
    ];
    const left = { list: [a, b] };
    for (const list of [
      [a, a, b],
      [b, a, b, a],
      [a, b, a, b],
      [b, b],
      ["x", a, "x", b, "x"],
    ]) {
      expect(applyPatch(left, diff(left, { list }))).toEqual({ list });
      expect(applyPatch({ list }, diff({ list }, left))).toEqual(left);
    }
  });

  test("can go through a hundred thousand nested attributes", () => {
    const many = (add: number) => ({
      ...{
        many: Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`k${n}`, n + add])),
      },
      list: [{ _key: "a", many: Array.from({ length: 200_000 }, (_, n) => ({ n: n + add })) }],
    });
    const [left, right] = [many(0), many(1)];
    expect(applyPatch(left, diff(left, right))).toEqual(right);
  });
});
