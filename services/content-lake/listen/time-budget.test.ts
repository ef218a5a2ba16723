import { beforeEach, describe, expect, test } from "vitest";
import { ComputationTimeout } from "@platen/kit";
import { limits } from "../limits";
import { InlineTime } from "../query/inline-time";
import { TimeBudget } from "./time-budget";

let time: number;
let overCommits: InlineTime;
let budget: TimeBudget;

const beginCommit = () => {
  budget = new TimeBudget(overCommits, { now: () => time, run: (_, work) => work() });
};
beforeEach(() => {
  time = 0;
  overCommits = new InlineTime({ now: () => 0, processed: () => time });
  beginCommit();
});

const whole = limits.listenerFilters;
const costly = { evaluates: true };
const listed = { evaluates: false };

/** A filter that takes this long on the test's clock. */
const taking = (milliseconds: number) => () => {
  time += milliseconds;
  return "matched";
};
/** The outcome of all steps. */
const finish = (...work: Parameters<TimeBudget["spend"]>) => {
  const steps = budget.spend(...work);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
};
const spend = (userId: string, milliseconds: number) =>
  finish(userId, costly, taking(milliseconds));

describe("the filters of a user's listeners", () => {
  test("are evaluated within their time budget", () => {
    for (let listener = 0; listener < 10; listener++) {
      expect(spend("ann", whole / 10)).toBe("matched");
    }
    expect(time).toBe(whole);
  });

  test("get their whole budget once more when it is used up, and only then are cut off", () => {
    const responses = Array.from({ length: 6 }, () => spend("ann", whole / 2));
    expect(responses).toEqual(["matched", "matched", "matched", "matched", undefined, undefined]);
    expect(time).toBe(2 * whole);
  });

  test("are tried a second time after being interrupted, and others come in between", () => {
    let tries = 0;
    const standstill = () => {
      if (++tries > 1) return taking(1)();
      time += whole;
      throw new ComputationTimeout(whole);
    };
    const steps = budget.spend("ann", costly, standstill);
    expect([steps.next(), tries]).toEqual([{ done: false, value: undefined }, 1]);
    expect([steps.next(), tries]).toEqual([{ done: true, value: "matched" }, 2]);
    expect(spend("ann", 1)).toBe("matched");
  });

  test("that were interrupted twice are not tried again, nor are those after them", () => {
    let tries = 0;
    const endless = () => {
      tries++;
      time += whole;
      throw new ComputationTimeout(whole);
    };
    expect(finish("ann", costly, endless)).toBeUndefined();
    expect(tries).toBe(2);
    expect(spend("ann", 1)).toBeUndefined();
    expect(time).toBe(2 * whole);
  });

  test("do not use another user's budget", () => {
    for (let listener = 0; listener < 4; listener++) spend("mallory", whole);
    expect(spend("mallory", 1)).toBeUndefined();
    expect(spend("ann", whole)).toBe("matched");
  });

  test("are cut off when they took the user's share over many commits, though no budget of one", () => {
    const { atOnce } = limits.inlineTime;
    const responses = Array.from({ length: (2 * atOnce) / whole }, () => {
      beginCommit();
      return spend("mallory", whole);
    });
    expect(responses).toContain(undefined);
    expect(time).toBe(atOnce);
    expect(spend("ann", 1)).toBe("matched");
    expect(finish("mallory", listed, taking(0))).toBe("matched");
  });

  test("are always evaluated when they are lists of ids, which cost nothing", () => {
    for (let listener = 0; listener < 4; listener++) spend("ann", whole);
    expect(finish("ann", listed, taking(0))).toBe("matched");
  });

  test("that fail do so at once", () => {
    const failing = () => {
      throw new Error("an error of ours");
    };
    expect(() => finish("ann", costly, failing)).toThrow("an error of ours");
  });
});
