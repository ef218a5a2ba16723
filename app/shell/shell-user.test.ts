import { expect, test } from "vitest";
import { includes } from "@domain/accounts/permissions";
import { roles } from "@domain/accounts/viewer";
import { showsAdministration, showsComments, showsStudio } from "./shell-user";

test.each(roles)("the menus of the role %s link to what it may open", (role) => {
  expect(showsAdministration({ role })).toBe(includes(role, "administration.open"));
  expect(showsComments({ role })).toBe(
    includes(role, "comments.moderate") && !includes(role, "administration.open"),
  );
  expect(showsStudio({ role })).toBe(includes(role, "studio.open"));
});
