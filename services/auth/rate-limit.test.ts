import { expect, test } from "vitest";
import { Limit } from "./rate-limit";

test("a burst is allowed, then one at a time, and the wait is returned", () => {
  let seconds = 0;
  const limit = new Limit({ burst: 2, everySeconds: 10 }, () => new Date(seconds * 1000));
  expect(limit.take("a")).toBe(0);
  expect(limit.take("a")).toBe(0);
  expect(limit.take("a")).toBe(10);
  seconds = 4;
  expect(limit.take("a")).toBe(6);
  seconds = 10;
  expect(limit.take("a")).toBe(0);
  expect(limit.take("a")).toBe(10);
});

test("keys are counted separately", () => {
  const limit = new Limit({ burst: 1, everySeconds: 10 }, () => new Date(0));
  expect(limit.take("a")).toBe(0);
  expect(limit.take("b")).toBe(0);
});

test("an attempt that is given back does not count, and the burst is the maximum", () => {
  const limit = new Limit({ burst: 1, everySeconds: 10 }, () => new Date(0));
  limit.take("a");
  limit.giveBack("a");
  limit.giveBack("a");
  expect(limit.take("a")).toBe(0);
  expect(limit.take("a")).toBe(10);
});

test("setting the clock back changes nothing", () => {
  let seconds = 100;
  const limit = new Limit({ burst: 1, everySeconds: 10 }, () => new Date(seconds * 1000));
  limit.take("a");
  seconds = 50;
  expect(limit.take("a")).toBe(10);
});
