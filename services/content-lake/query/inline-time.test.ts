import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ComputationTimeout } from "@platen/kit";
import { reader } from "../access/identity";
import { limits } from "../limits";
import { QueryTimeout } from "./evaluate";
import { InlineTime } from "./inline-time";
import { InlineTurns } from "./inline-turns";

const { inlineTime } = limits;
afterEach(() => {
  limits.inlineTime = inlineTime;
  vi.useRealTimers();
});

describe("the main thread's time", () => {
  const clocks = { time: 0, work: 0, now: () => clocks.time, processed: () => clocks.work };
  let time: InlineTime;
  beforeEach(() => {
    limits.inlineTime = { atOnce: 1_000, share: 0.1 };
    Object.assign(clocks, { time: 5_000, work: 0 });
    time = new InlineTime(clocks);
  });
  const work = (milliseconds: number, id = "me") =>
    time.spend(id, 100, () => (clocks.work += milliseconds));

  test("is awaited by work that can wait: an export", async () => {
    work(1_050);
    let isDone = false;
    const paced = time.pace("me", () => (isDone = true));
    await expect(time.pace("other", () => "at once")).resolves.toBe("at once");
    expect(isDone).toBe(false);
    clocks.time += 1_000;
    await paced;
    expect(isDone).toBe(true);
  });

  test("is used up by short work too, and comes back at its share", () => {
    for (let n = 0; n < 11; n++) work(90);
    expect(time.secondsUntilAllowed("me")).toBe(0);
    work(90);
    expect(time.secondsUntilAllowed("me")).toBe(1);
    clocks.time += 800;
    expect(time.secondsUntilAllowed("me")).toBe(1);
    clocks.time += 1;
    expect(time.secondsUntilAllowed("me")).toBe(0);
    clocks.time += 3_600_000;
    work(1_250);
    expect(time.secondsUntilAllowed("me")).toBe(3);
  });

  test("is each requester's own, and the site's reader always has some", () => {
    work(2_000);
    work(999, "ann");
    work(2_000, reader.id);
    expect(["me", "ann", reader.id].map((id) => time.secondsUntilAllowed(id))).toEqual([10, 0, 0]);
  });

  test("has half of it left until that is used, and then some for what cannot be left out", () => {
    work(500);
    expect(time.hasHalf("me")).toBe(true);
    work(1);
    expect([time.hasHalf("me"), time.hasHalf("ann")]).toEqual([false, true]);
    expect(time.secondsUntilAllowed("me")).toBe(0);
    clocks.time += 10;
    expect(time.hasHalf("me")).toBe(true);
  });

  test("counts an aborted query as its whole limit, and other failures as the time they took", () => {
    const timeout = new ComputationTimeout(1_000);
    const fail = (error: Error) =>
      time.spend("me", 1_000, () => {
        throw error;
      });
    expect(() => fail(new Error("malformed"))).toThrow("malformed");
    expect(time.secondsUntilAllowed("me")).toBe(0);
    expect(() => fail(timeout)).toThrow(timeout);
    expect(() => fail(new Error("malformed"))).toThrow("malformed");
    expect(time.hasHalf("me")).toBe(false);
    expect(() => fail(new QueryTimeout("*", timeout))).toThrow("1000 ms");
    expect(time.secondsUntilAllowed("me")).toBe(10);
  });
});

describe("work in turns", () => {
  test("begins at once while it is short", async () => {
    const turns = new InlineTurns(() => 0, { pauseThreshold: limits.inlineQuery });
    const begun: string[] = [];
    const all = ["a", "b"].map((name) => turns.run("me", () => begun.push(name)));
    expect(begun).toEqual(["a", "b"]);
    await Promise.all(all);
  });

  test("waits for a turn of the event loop once ten milliseconds were used, and requesters take turns", async () => {
    let now = 0;
    const turns = new InlineTurns(() => (now += limits.slice), {
      pauseThreshold: limits.inlineQuery,
    });
    const begun: string[] = [];
    const names = ["mallory", "mallory", "mallory", "ann"];
    const all = names.map((name) => turns.run(name, () => begun.push(name)));
    for (const expected of [1, 2, 3, 4]) {
      expect(begun).toHaveLength(expected);
      expect(turns.isPaused).toBe(true);
      await nextTurn();
    }
    await Promise.all(all);
    expect(begun).toEqual(["mallory", "mallory", "ann", "mallory"]);
    expect(turns.isPaused).toBe(false);
  });

  test.each([
    ["pauses for as long after an aborted query", limits.inlineQuery, true],
    ["goes on after one that pauses for none", Infinity, false],
  ])("%s", async (_, pauseThreshold, hasPauses) => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    let now = 0;
    const turns = new InlineTurns(() => (now += limits.inlineQuery), { pauseThreshold });
    await turns.run("me", () => 1);
    await nextTurn();
    vi.advanceTimersByTime(limits.inlineQuery - 1);
    expect(turns.isPaused).toBe(hasPauses);
    vi.advanceTimersByTime(1);
    expect(turns.isPaused).toBe(false);
  });

  test("that fails fails alone", async () => {
    const turns = new InlineTurns(() => 0, { pauseThreshold: limits.inlineQuery });
    const failing = turns.run("me", () => {
      throw new Error("failed");
    });
    await expect(failing).rejects.toThrow("failed");
    expect(await turns.run("me", () => 1)).toBe(1);
  });
});
