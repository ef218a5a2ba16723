import { expect, test } from "vitest";
import { stateOf, userFilter } from "./user-list";

const now = new Date("2026-12-01T12:00:00Z");
const before = new Date("2026-11-01T12:00:00Z");
const after = new Date("2027-01-01T12:00:00Z");
const account = { deletedAt: null, bannedUntil: null, confirmedAt: before };

test.each([
  ["a confirmed account is active", account, "active"],
  [
    "one without a confirmed address is unconfirmed",
    { ...account, confirmedAt: null },
    "unconfirmed",
  ],
  ["a ban that has not ended counts", { ...account, bannedUntil: after }, "banned"],
  ["a ban that has ended does not", { ...account, bannedUntil: before }, "active"],
  ["a ban ends at its moment", { ...account, bannedUntil: now }, "active"],
  [
    "a deleted account is deleted, banned or not",
    { ...account, deletedAt: before, bannedUntil: after },
    "deleted",
  ],
] as const)("%s", (_, facts, state) => {
  expect(stateOf(facts, now)).toBe(state);
});

test("a list without parameters is that of all accounts, newest first", () => {
  expect(userFilter.parse({})).toEqual({ q: "", role: "", plan: "", state: "", sort: "newest" });
});

test.each([
  ["a role that does not exist", { role: "Owner" }],
  ["the name of a property as a state", { state: "constructor" }],
  ["an order that does not exist", { sort: "password" }],
  ["a plan with a quote", { plan: "free'--" }],
  ["a position of 1,001 characters", { after: "a".repeat(1_001) }],
])("%s is refused", (_, parameters) => {
  expect(userFilter.safeParse(parameters).success).toBe(false);
});
