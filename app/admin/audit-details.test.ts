import { expect, test } from "vitest";
import { auditFacts } from "./audit-details";

const planNames = { free: "Free", developer: "Developer" };

const say = (before: Parameters<typeof auditFacts>[0]["before"], after: typeof before) =>
  auditFacts({ before, after }, planNames).map(
    ({ label, values }) => `${label}: ${values.join(" → ")}`,
  );

test("a plan is called by its name, and a removed one by its id", () => {
  expect(
    say({ plan: "free", agreedCredits: null }, { plan: "developer", agreedCredits: 25_000 }),
  ).toEqual(["Plan: Free → Developer", "Agreed credits: None → 25,000"]);
  expect(say({ plan: "gone" }, null)).toEqual(["Plan: gone"]);
});

test("states, requests and formats are in words", () => {
  expect(say({ state: "unconfirmed" }, { state: "banned", duration: "A week" })).toEqual([
    "Status: Unconfirmed → Banned",
    "Duration: A week",
  ]);
  expect(say({ request: "waiting" }, { request: "approved" })).toEqual([
    "Request: Pending → Approved",
  ]);
  expect(say(null, { change: "user.ban" })).toEqual(["Request: Banned"]);
  expect(say(null, { format: "jsonl", action: "user.role" })).toEqual([
    "Format: JSON lines",
    "Action: Changed the role",
  ]);
  expect(say({ bannedUntil: "2026-03-04T05:06:07.000Z" }, null)).toEqual([
    "Banned until: Mar 4, 2026, 05:06",
  ]);
});

test("what this version of the site does not know is shown as it is", () => {
  expect(say({ color: "red" }, { color: "blue", state: "asleep" })).toEqual([
    "color: red → blue",
    "Status: asleep",
  ]);
  expect(say(null, { plan: "constructor" })).toEqual(["Plan: constructor"]);
});
