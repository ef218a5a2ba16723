import { from, lastValueFrom, toArray } from "rxjs";
import { expect, test } from "vitest";
import { passedSinceOpened } from "./document-counts";

const counts = (passed: number, posts = 0) => ({ lists: { post: posts }, categories: [], passed });

test("lists are read again when a time has passed, and not when the counts become known or change", async () => {
  const known = from([null, counts(4), counts(4, 1), counts(5, 1), counts(7)]);
  const passed = passedSinceOpened(known);
  expect(await lastValueFrom(passed.pipe(toArray()))).toEqual([0, 1, 3]);
  expect(await lastValueFrom(passed)).toBe(3);
});
