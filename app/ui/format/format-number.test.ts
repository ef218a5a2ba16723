import { expect, test } from "vitest";
import { formatDollars, formatNumber } from "./format-number";

test.each([
  [0, "0"],
  [999, "999"],
  [1000, "1,000"],
  [1_234_567, "1,234,567"],
  [-10_000, "-10,000"],
  [-100, "-100"],
  [0.5, "0.5"],
  [12_345.678, "12,345.678"],
])("%d is formatted as %s", (value, words) => {
  expect(formatNumber(value)).toBe(words);
});

test.each([
  [0, "$0"],
  [9, "$9"],
  [9.5, "$9.50"],
  [19.99, "$19.99"],
  [1299, "$1,299"],
  [0.05, "$0.05"],
  [9.999, "$10"],
])("%d dollars are formatted as %s", (amount, words) => {
  expect(formatDollars(amount)).toBe(words);
});
