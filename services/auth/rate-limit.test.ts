import { expect, test } from "vitest";
import { Limit } from "./rate-limit";

test("a burst is allowed, then one at a time, and the wait is told", () => {
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

test("one key's use does not count for another", () => {
  const limit = new Limit({ burst: 1, everySeconds: 10 }, () => new Date(0));
  expect(limit.take("a")).toBe(0);
  expect(limit.take("b")).toBe(0);
});

test("an attempt that is given back does not count, and no more than the burst is kept", () => {
  const limit = new Limit({ burst: 1, everySeconds: 10 }, () => new Date(0));
  limit.take("a");
  limit.giveBack("a");
  limit.giveBack("a");
  expect(limit.take("a")).toBe(0);
  expect(limit.take("a")).toBe(10);
});

test("a clock that is set back gives nothing and takes nothing", () => {
  let seconds = 100;
  const limit = new Limit({ burst: 1, everySeconds: 10 }, () => new Date(seconds * 1000));
  limit.take("a");
  seconds = 50;
  expect(limit.take("a")).toBe(10);
});
