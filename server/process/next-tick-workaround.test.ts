import { createHook } from "node:async_hooks";
import { expect, test } from "vitest";
import { collectGarbage } from "@platen/kit/testing/memory";
import { keepNextTickFast } from "./next-tick-workaround";

/** The ticks created meanwhile that survive a garbage collection. */
async function ticksThatStay(make: () => void): Promise<number> {
  const ticks: WeakRef<object>[] = [];
  const hook = createHook({
    init(_id, type, _trigger, tick) {
      if (type === "TickObject") ticks.push(new WeakRef(tick));
    },
  }).enable();
  make();
  hook.disable();
  // A tick lives until it has run, and the target of a WeakRef until the end of the turn that
  // created it.
  await new Promise((next) => setImmediate(next));
  collectGarbage();
  return ticks.filter((tick) => tick.deref()).length;
}

test("a pending tick keeps V8's map of tick objects alive", async () => {
  expect(await ticksThatStay(() => process.nextTick(() => {}))).toBe(0);
  expect(await ticksThatStay(keepNextTickFast)).toBe(1);
  // One is enough.
  expect(await ticksThatStay(keepNextTickFast)).toBe(0);
});
