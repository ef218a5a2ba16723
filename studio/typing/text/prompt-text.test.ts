import { applyPatches, parsePatch } from "@sanity/diff-match-patch";
import { expect, test } from "vitest";
import { patchOf } from "./prompt-text";

test("typing is sent as a difference, which preserves what someone else wrote meanwhile", () => {
  const patch = patchOf({ before: "A press", text: "A larger press" });
  expect(patch.type).toBe("diffMatchPatch");
  const difference = "value" in patch ? String(patch.value) : "";
  expect(applyPatches(parsePatch(difference), "A press of ours")[0]).toBe("A larger press of ours");
});

test("an empty field gets its first characters as a whole, and an emptied field is removed", () => {
  expect(patchOf({ before: "", text: "P" })).toMatchObject({ type: "set", value: "P" });
  expect(patchOf({ before: "P", text: "" })).toMatchObject({ type: "unset" });
});
