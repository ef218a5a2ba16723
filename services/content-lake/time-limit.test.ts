import { expect, test } from "vitest";
import { ComputationTimeout } from "@platen/kit";
import { TimeLimit } from "./time-limit";

/** What a busy machine does: other programs have the processor. */
const stall = (milliseconds: number) => () => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
};
const endless = () => {
  for (;;);
};

test("time in which other programs have the processor does not count", () => {
  const limit = new TimeLimit(400);
  for (let piece = 0; piece < 10; piece++) limit.run(stall(50));
  expect(limit.run(() => "done")).toBe("done");
});

test("work that takes longer is aborted, and nothing is left for more", () => {
  const limit = new TimeLimit(20);
  expect(() => limit.run(endless)).toThrow(ComputationTimeout);
  limit.spend(20);
  expect(() => limit.run(() => "more")).toThrow(ComputationTimeout);
});
