import { describe, expect, test } from "vitest";
import { singletonTypes } from "../schemas";
import { keptActions, keepSingletons } from "./singletons";

const everything = ["publish", "discardChanges", "restore", "duplicate", "unpublish", "delete"];

describe.each(singletonTypes)("of %s there is one", (type) => {
  test("which can be published, but not copied, taken back or deleted", () => {
    expect(everything.filter(keptActions(type, type))).toEqual([
      "publish",
      "discardChanges",
      "restore",
    ]);
  });

  test("so that another, which a script or an old link made, can only go", () => {
    expect(everything.filter(keptActions(type, "another"))).toEqual(["discardChanges", "delete"]);
  });

  test("and the menu of new documents does not offer it", () => {
    const offered = keepSingletons.newDocumentOptions([
      { templateId: type },
      { templateId: "post" },
    ]);
    expect(offered).toEqual([{ templateId: "post" }]);
  });
});

test("documents of other types keep all their actions", () => {
  expect(everything.filter(keptActions("post", "a"))).toEqual(everything);
});
