import { expect, test } from "vitest";
import { Limit } from "./limit";

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

test("the networks of an end site have ten times a network's tokens together", () => {
  const limit = new Limit({ burst: 3, everySeconds: 10 }, () => new Date(0));
  const taken = (network: number) => limit.takeFrom(`2001:db8:1:${network.toString(16)}::1`) === 0;
  expect(Array.from({ length: 4 }, () => taken(1))).toEqual([true, true, true, false]);
  const others = Array.from({ length: 60 }, (_, network) => taken(network + 2));
  expect(others.filter(Boolean)).toHaveLength(27);
  expect(limit.takeFrom("2001:db8:2:1::1")).toBe(0);
  expect(limit.takeFrom("192.0.2.1")).toBe(0);
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
