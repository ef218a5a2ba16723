import { expect, test } from "vitest";
import { can } from "./permissions";

test.each([
  ["Admin", null, true],
  ["Editor", null, true],
  ["User", null, false],
  ["Editor", new Date(), false],
  ["Admin", new Date(), false],
] as const)("%s whose account closes %s: may open the Studio is %s", (role, closesAt, may) => {
  expect(can({ role, closesAt }, "studio.open")).toBe(may);
});
