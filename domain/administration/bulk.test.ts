import { expect, test } from "vitest";
import { bulkChange, bulkIntent, isOnlyChosen, selection } from "./bulk";

const id = "7f1c8a52-60ea-4f51-a7f5-5f4a7d0f2f11";

test("a selection holds between one and a hundred accounts, by their ids", () => {
  expect(selection.safeParse([id]).success).toBe(true);
  expect(selection.safeParse([]).success).toBe(false);
  expect(selection.safeParse(Array.from({ length: 101 }, () => id)).success).toBe(false);
  expect(selection.safeParse([id, "everyone"]).success).toBe(false);
});

test("a ban needs a reason; a role may be given without one", () => {
  expect(bulkChange.safeParse({ intent: "ban", duration: "24h", reason: "" }).success).toBe(false);
  expect(bulkChange.safeParse({ intent: "role", role: "Editor", reason: "" }).success).toBe(true);
});

test.each([
  ["a role that does not exist", { intent: "role", role: "Owner", reason: "" }],
  ["a duration that does not exist", { intent: "ban", duration: "1s", reason: "Spam" }],
  ["a plan that is not written as one", { intent: "plan", plan: "Free plan", reason: "" }],
  ["a change that does not exist", { intent: "delete", reason: "" }],
])("%s is refused", (_, change) => {
  expect(bulkChange.safeParse(change).success).toBe(false);
});

test("an unknown change in a URL is none", () => {
  expect(bulkIntent.parse("delete")).toBeNull();
  expect(bulkIntent.parse("ban")).toBe("ban");
});

test("only the kind of change is chosen until its own field is there", () => {
  expect(isOnlyChosen("ban", new URLSearchParams())).toBe(true);
  expect(isOnlyChosen("ban", new URLSearchParams("duration=24h"))).toBe(false);
  expect(isOnlyChosen(null, new URLSearchParams())).toBe(false);
});
