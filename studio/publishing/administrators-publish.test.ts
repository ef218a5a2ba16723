import { expect, test } from "vitest";
import { isForAdministrators } from "./administrators-publish";

const editor = [{ name: "editor" }];
const administrator = [{ name: "administrator" }];

test("an editor's plan keeps the actions of its draft, and publishing actions are for administrators", () => {
  const isFor = (roles: { name: string }[]) => (action: string) =>
    isForAdministrators("plan", action, roles);
  const actions = ["publish", "unpublish", "delete", "discardChanges", "duplicate", "restore"];
  expect(actions.filter(isFor(editor))).toEqual(["publish", "unpublish", "delete"]);
  expect(actions.filter(isFor(administrator))).toEqual([]);
});

test("everyone may publish articles", () => {
  expect(isForAdministrators("post", "publish", editor)).toBe(false);
});
