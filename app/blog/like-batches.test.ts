import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LikeBatches } from "./like-batches";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("an article that many like is reported once a second", () => {
  const reported: (readonly string[])[] = [];
  const batches = new LikeBatches((articles) => reported.push(articles));
  for (let n = 0; n < 100; n += 1) batches.add("a");
  expect(reported).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(reported).toEqual([["a"]]);
  batches.add("a");
  vi.advanceTimersByTime(1_000);
  expect(reported).toEqual([["a"], ["a"]]);
  vi.advanceTimersByTime(10_000);
  expect(reported).toHaveLength(2);
});

test("of many articles four are reported a second, the longest wait first", () => {
  const reported: (readonly string[])[] = [];
  const batches = new LikeBatches((articles) => reported.push(articles));
  for (const article of ["a", "b", "c", "d", "e", "a", "f"]) batches.add(article);
  vi.advanceTimersByTime(1_000);
  batches.add("a");
  vi.advanceTimersByTime(1_000);
  expect(reported).toEqual([
    ["a", "b", "c", "d"],
    ["e", "f", "a"],
  ]);
});
