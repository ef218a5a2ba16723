import { expect, test } from "vitest";
import { TokenBuckets } from "./token-buckets";

function bucketsAt(rate: { burst: number; perSecond: number }) {
  const clock = { milliseconds: 1_000 };
  return { clock, buckets: new TokenBuckets(rate, () => clock.milliseconds) };
}

test("a burst may be taken, then so many a second, by each key apart", () => {
  const { clock, buckets } = bucketsAt({ burst: 3, perSecond: 2 });
  expect([buckets.take("a", 2), buckets.take("a", 2), buckets.take("a")]).toEqual([
    true,
    false,
    true,
  ]);
  expect(buckets.take("b")).toBe(true);
  clock.milliseconds += 500;
  expect([buckets.take("a"), buckets.take("a")]).toEqual([true, false]);
  clock.milliseconds += 60_000;
  expect([buckets.take("a", 4), buckets.take("a", 3)]).toEqual([false, true]);
});

test("what is reserved waits for what was reserved before, up to the maximum", () => {
  const { clock, buckets } = bucketsAt({ burst: 10, perSecond: 10 });
  const reserve = () => buckets.reserve("a", 10, 2_000);
  expect([reserve(), reserve(), reserve(), reserve()]).toEqual([0, 1_000, 2_000, null]);
  clock.milliseconds += 1_000;
  expect(reserve()).toBe(2_000);
});

test("of several buckets tokens are taken from all or from none, and the slowest says how long it takes", () => {
  const { buckets } = bucketsAt({ burst: 10, perSecond: 10 });
  const both = (key: string) =>
    buckets.reserveAll(
      [
        { key, tokens: 10 },
        { key: "around", tokens: 4 },
      ],
      0,
    );
  expect([both("a"), both("b"), both("c")]).toEqual([0, 0, null]);
  // What surrounds it refused: nothing was taken from its own.
  expect(buckets.reserve("c", 10, 0)).toBe(0);
  expect(buckets.reserve("around", 2, 0)).toBe(0);
  expect(
    buckets.reserveAll(
      [
        { key: "d", tokens: 15 },
        { key: "around", tokens: 10 },
      ],
      2_000,
    ),
  ).toBe(1_000);
});

test("a clock that goes back gives nothing", () => {
  const { clock, buckets } = bucketsAt({ burst: 1, perSecond: 1 });
  buckets.take("a");
  clock.milliseconds = 0;
  expect(buckets.take("a")).toBe(false);
});
