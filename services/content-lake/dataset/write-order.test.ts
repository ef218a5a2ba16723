import fc from "fast-check";
import { expect, test } from "vitest";
import { inWritableOrder } from "./write-order";

interface Node {
  readonly _id: string;
  readonly _type: string;
  readonly to: readonly string[];
  readonly [attribute: string]: unknown;
}

const node = (_id: string, ...to: string[]): Node => ({ _id, _type: "node", to });
const order = (nodes: Node[]) => inWritableOrder(nodes, ({ to }) => to);
const idsOf = (batches: Node[][]) => batches.map((batch) => batch.map(({ _id }) => _id));

test("referenced documents come first", () => {
  expect(idsOf(order([node("post", "author"), node("author", "team"), node("team")]))).toEqual([
    ["team", "author", "post"],
  ]);
});

test("references to documents outside the dataset and to oneself are ignored", () => {
  expect(idsOf(order([node("a", "elsewhere", "a")]))).toEqual([["a"]]);
});

test("a chain longer than the call stack is sorted", () => {
  const chain = Array.from({ length: 50_000 }, (_, i) => node(`n${i}`, `n${i + 1}`));
  const ids = idsOf(order(chain)).flat();
  expect(ids[0]).toBe("n49999");
  expect(ids.at(-1)).toBe("n0");
});

test("no document is in an earlier transaction than one that it refers to, and none is lost", () => {
  const size = 600;
  const graph = fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), { maxLength: 900 });
  fc.assert(
    fc.property(graph, (edges) => {
      const targets = new Map<number, string[]>();
      for (const [from, to] of edges) targets.set(from, [...(targets.get(from) ?? []), `n${to}`]);
      const nodes = Array.from({ length: size }, (_, i) =>
        node(`n${i}`, ...(targets.get(i) ?? [])),
      );
      const batches = order(nodes);
      const place = new Map(batches.flatMap((batch, at) => batch.map(({ _id }) => [_id, at])));
      expect(place.size).toBe(size);
      for (const { _id, to } of nodes) {
        for (const target of to)
          expect(place.get(target)).toBeLessThanOrEqual(place.get(_id) ?? -1);
      }
    }),
    { numRuns: 30 },
  );
});

test("transactions are limited in size, but a cycle stays in one", () => {
  const apart = Array.from({ length: 450 }, (_, i) => node(`a${i}`));
  expect(order(apart).map((batch) => batch.length)).toEqual([200, 200, 50]);
  const circle = Array.from({ length: 300 }, (_, i) => node(`c${i}`, `c${(i + 1) % 300}`));
  expect(order(circle).map((batch) => batch.length)).toEqual([300]);
});
