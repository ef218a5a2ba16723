import { expect, test } from "vitest";
import { siteProcessesFor } from "./site-process-count";

const gigabyte = 1_000_000_000;

test.each([
  [1, 8, 1],
  [2, 8, 1],
  [4, 8, 2],
  [64, 256, 2],
  [64, 1, 1],
  [64, 0.5, 1],
])("%d cores and %d GB give %d", (cores, gigabytes, count) => {
  expect(siteProcessesFor(cores, gigabytes * gigabyte)).toBe(count);
});
