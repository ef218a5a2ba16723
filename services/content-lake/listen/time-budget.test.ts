import { beforeEach, describe, expect, test } from "vitest";
import { ComputationTimeout } from "../../within-time";
import { limits } from "../limits";
import { TimeBudget } from "./time-budget";

let time: number;
let budget: TimeBudget;

beforeEach(() => {
  time = 0;
  budget = new TimeBudget({ now: () => time, run: (_, work) => work() });
});

const whole = limits.listenerFilters;
const costly = { evaluates: true };
const listed = { evaluates: false };

/** A filter that takes this long on the test's clock. */
const taking = (milliseconds: number) => () => {
  time += milliseconds;
  return "heard";
};
const spend = (person: string, milliseconds: number) =>
  budget.spend(person, costly, taking(milliseconds));

describe("the filters of a person's listeners", () => {
  test("are evaluated while their time lasts", () => {
    for (let listener = 0; listener < 10; listener++) {
      expect(spend("ann", whole / 10)).toBe("heard");
    }
    expect(time).toBe(whole);
  });

  test("have all their time once more when it is up, and only then are cut off", () => {
    const answers = Array.from({ length: 6 }, () => spend("ann", whole / 2));
    expect(answers).toEqual(["heard", "heard", "heard", "heard", undefined, undefined]);
    expect(time).toBe(2 * whole);
  });

  test("that were stopped in the middle are tried a second time", () => {
    let tries = 0;
    const standstill = () => {
      if (++tries > 1) return taking(1)();
      time += whole;
      throw new ComputationTimeout(whole);
    };
    expect(budget.spend("ann", costly, standstill)).toBe("heard");
    expect(tries).toBe(2);
    expect(spend("ann", 1)).toBe("heard");
  });

  test("that are stopped in the middle twice are not tried again, nor is what comes after them", () => {
    let tries = 0;
    const endless = () => {
      tries++;
      time += whole;
      throw new ComputationTimeout(whole);
    };
    expect(budget.spend("ann", costly, endless)).toBeUndefined();
    expect(tries).toBe(2);
    expect(spend("ann", 1)).toBeUndefined();
    expect(time).toBe(2 * whole);
  });

  test("take nothing of another person's time", () => {
    for (let listener = 0; listener < 4; listener++) spend("mallory", whole);
    expect(spend("mallory", 1)).toBeUndefined();
    expect(spend("ann", whole)).toBe("heard");
  });

  test("are told of anyhow when they are lists of ids, which cost nothing", () => {
    for (let listener = 0; listener < 4; listener++) spend("ann", whole);
    expect(budget.spend("ann", listed, taking(0))).toBe("heard");
  });

  test("that fail do so at once", () => {
    const failing = () => {
      throw new Error("a mistake of ours");
    };
    expect(() => budget.spend("ann", costly, failing)).toThrow("a mistake of ours");
  });
});
