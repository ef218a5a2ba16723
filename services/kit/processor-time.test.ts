import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { garbageCollectionTime } from "./processor-time";

test("the garbage collections of a turn are reported in the next one, and only once", async () => {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect !== "function") throw new Error("This Node cannot be made to collect.");
  collect();
  const first = await garbageCollectionTime();
  expect(first).toBeGreaterThan(0);
  expect(await garbageCollectionTime()).toBeLessThan(first);
});
