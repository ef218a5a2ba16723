import { ComputationTimeout } from "@platen/kit";
import { expect, test } from "vitest";
import { limits } from "../limits";
import { QueryTimeout } from "./evaluate";
import { retryStarved } from "./retry-starved";

/** Attempts that had these shares of the processor and were aborted; the one after them ends. */
function attempts(...shares: number[]) {
  const allowed: number[] = [];
  const attempt = (milliseconds: number) => {
    const share = shares[allowed.length];
    allowed.push(milliseconds);
    if (share === undefined) return "found";
    throw new QueryTimeout("*", new ComputationTimeout(milliseconds, milliseconds * share));
  };
  return { allowed, attempt };
}

test("a query that had little of the processor is computed again, with more time", () => {
  const { allowed, attempt } = attempts(0.1);
  expect(retryStarved(limits.computation, attempt)).toBe("found");
  expect(allowed).toEqual([limits.computation, limits.computation * 4]);
});

test("a query that had the processor is refused at once", () => {
  const { allowed, attempt } = attempts(0.9);
  expect(() => retryStarved(limits.computation, attempt)).toThrow(
    "The query took longer than 5000 ms",
  );
  expect(allowed).toEqual([limits.computation]);
});

test("a query that is short of the processor twice is refused with its usual limit", () => {
  const { allowed, attempt } = attempts(0.1, 0.1);
  expect(() => retryStarved(limits.computation, attempt)).toThrow(
    "The query took longer than 5000 ms",
  );
  expect(allowed).toHaveLength(2);
});

test("a malformed query is not computed again", () => {
  let tried = 0;
  const malformed = () => {
    tried += 1;
    throw new Error("Malformed");
  };
  expect(() => retryStarved(limits.computation, malformed)).toThrow("Malformed");
  expect(tried).toBe(1);
});
