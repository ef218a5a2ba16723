import { expect, test } from "vitest";
import { showsAdministration, showsStudio } from "~/shell/shell-user";
import { can, includes } from "./permissions";
import { roles } from "@domain/accounts/viewer";

test.each([
  ["Admin", null, true],
  ["Editor", null, true],
  ["User", null, false],
  ["Editor", new Date(), false],
  ["Admin", new Date(), false],
] as const)("%s whose account closes %s: may open the Studio is %s", (role, closesAt, may) => {
  expect(can({ role, closesAt }, "studio.open")).toBe(may);
});

test.each(roles)("the menus of the role %s link to what it may open", (role) => {
  expect(showsAdministration({ role })).toBe(includes(role, "administration.open"));
  expect(showsStudio({ role })).toBe(includes(role, "studio.open"));
});
