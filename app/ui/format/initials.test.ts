import { expect, test } from "vitest";
import { initials } from "./initials";

test.each([
  ["Ada Lovelace", "AL"],
  ["  grace   brewster hopper ", "GB"],
  ["ada", "AD"],
  ["é", "É"],
  ["", "U"],
  ["   ", "U"],
  [null, "U"],
  ["😀 Smile", "😀S"],
])("the initials of %j are %s", (name, expected) => {
  expect(initials(name)).toBe(expected);
});
