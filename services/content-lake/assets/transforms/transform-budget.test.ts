import { expect, test } from "vitest";
import { AssetError } from "../asset-error";
import { TransformBudget } from "./transform-budget";

const refusal = (budget: TransformBudget, network: string) => {
  try {
    budget.check(network);
    return null;
  } catch (error) {
    if (error instanceof AssetError) return { status: error.status, ...error.headers };
    throw error;
  }
};

test("a network has a minute of processor time at once, then a tenth of a core, and others have theirs", () => {
  let now = 0;
  const budget = new TransformBudget(() => now);
  budget.spend("192.0.2.1", 59_000, 0);
  expect(refusal(budget, "192.0.2.1")).toBeNull();
  budget.spend("192.0.2.1", 5_000, 0);
  expect(refusal(budget, "192.0.2.1")).toEqual({ status: 429, "Retry-After": "40" });
  expect(refusal(budget, "192.0.2.2")).toBeNull();
  now = 39_000;
  expect(refusal(budget, "192.0.2.1")).toEqual({ status: 429, "Retry-After": "1" });
  now = 40_000;
  expect(refusal(budget, "192.0.2.1")).toBeNull();
});

test("the pictures of a new site, at some 200 ms each, are there for its first visitor", () => {
  const budget = new TransformBudget(() => 0);
  for (let picture = 0; picture < 200; picture++) budget.spend("192.0.2.1", 200, 100_000);
  expect(refusal(budget, "192.0.2.1")).toBeNull();
});

test("large pictures cost their room in the cache, too: one network cannot evict everyone's", () => {
  const budget = new TransformBudget(() => 0);
  let megabytes = 0;
  while (refusal(budget, "192.0.2.1") === null) {
    budget.spend("192.0.2.1", 2_600, 49_000_000);
    megabytes += 49;
  }
  expect(megabytes).toBeLessThan(200);
});
