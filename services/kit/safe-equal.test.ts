import { expect, test } from "vitest";
import { safeEqual } from "./safe-equal";

test.each([
  ["secret", "secret", true],
  ["secret", "secreT", false],
  ["secret", "secret ", false],
  ["", "", true],
  ["é".repeat(48), "e".repeat(48), false],
  [Buffer.from([1, 2]), Buffer.from([1, 2]), true],
  [Buffer.from([1, 2]), Buffer.from([1, 2, 3]), false],
])("%j and %j: %s", (left, right, same) => {
  expect(safeEqual(left, right)).toBe(same);
});
