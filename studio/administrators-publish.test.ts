import { expect, test } from "vitest";
import { isForAdministrators } from "./administrators-publish";

const editor = [{ name: "editor" }];
const administrator = [{ name: "administrator" }];

test("an editor's plan keeps its draft's actions, and what changes the published one is for administrators", () => {
  const isFor = (roles: { name: string }[]) => (action: string) =>
    isForAdministrators("plan", action, roles);
  const actions = ["publish", "unpublish", "delete", "discardChanges", "duplicate", "restore"];
  expect(actions.filter(isFor(editor))).toEqual(["publish", "unpublish", "delete"]);
  expect(actions.filter(isFor(administrator))).toEqual([]);
});

test("articles are everybody's to publish", () => {
  expect(isForAdministrators("post", "publish", editor)).toBe(false);
});
