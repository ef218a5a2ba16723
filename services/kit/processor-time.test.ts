import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { garbageCollectionTime, processorTime } from "./processor-time";
import { withinTime } from "./within-time";

test("the garbage collections of a turn are reported in the next one, and only once", async () => {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect !== "function") throw new Error("This Node cannot be made to collect.");
  collect();
  const first = await garbageCollectionTime();
  expect(first).toBeGreaterThan(0);
  expect(await garbageCollectionTime()).toBeLessThan(first);
});

test("what was done before a measurement is not counted in it", () => {
  let before = 0;
  let counted = 0;
  for (let n = 0; n < 100; n++) {
    const first = performance.now();
    while (performance.now() - first < 3);
    before += performance.now() - first;
    const start = processorTime();
    // It starts a thread: then the kernel counts what this one has had so far.
    withinTime(1_000, () => {});
    counted += processorTime() - start;
  }
  expect(counted).toBeLessThan(before / 5);
});
