import { describe, expect, test } from "vitest";
import { singletonTypes } from "../schemas";
import { allowedActions, keepSingletons } from "./singletons";

const everything = ["publish", "discardChanges", "restore", "duplicate", "unpublish", "delete"];

describe.each(singletonTypes)("of the singleton %s", (type) => {
  test("the document can be published, but not duplicated, unpublished or deleted", () => {
    expect(everything.filter(allowedActions(type, type))).toEqual([
      "publish",
      "discardChanges",
      "restore",
    ]);
  });

  test("a second document, which a script or an old link created, can only be deleted", () => {
    expect(everything.filter(allowedActions(type, "another"))).toEqual([
      "discardChanges",
      "delete",
    ]);
  });

  test("the menu of new documents offers none", () => {
    const offered = keepSingletons.newDocumentOptions([
      { templateId: type },
      { templateId: "post" },
    ]);
    expect(offered).toEqual([{ templateId: "post" }]);
  });
});

test("documents of other types keep all their actions", () => {
  expect(everything.filter(allowedActions("post", "a"))).toEqual(everything);
});
