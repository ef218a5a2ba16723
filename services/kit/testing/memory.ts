import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect } from "vitest";
import { eventually } from "./eventually";

setFlagsFromString("--expose-gc");
/** Makes V8 collect unreferenced objects. */
export const collectGarbage: () => void = runInNewContext("gc");

/** Megabytes in use: of our own, and of the process, which native libraries' are part of. */
export function memory(): { own: number; process: number } {
  collectGarbage();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { own: (heapUsed + external) / 1e6, process: rss / 1e6 };
}

/**
 * Waits until no more is in use than before. What a finished request held is given back some time
 * after it is let go, so that a single measurement now and then finds it; what leaks is never given
 * back.
 *
 * @param atMost megabytes that may have come on top
 */
export async function expectMemoryBack(
  before: { own: number; process: number },
  atMost: { own: number; process?: number },
): Promise<void> {
  await eventually(() => {
    const after = memory();
    expect(after.own - before.own).toBeLessThan(atMost.own);
    if (atMost.process) expect(after.process - before.process).toBeLessThan(atMost.process);
  });
}
