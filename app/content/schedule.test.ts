import { expect, test } from "vitest";
import { nextChange } from "./schedule";

const now = new Date("2026-01-01T12:00:00Z");

test("the nearest moment that is still to come counts", () => {
  const schedule = [
    { publishAt: "2026-01-01T11:00:00Z", unpublishAt: "2026-01-01T15:00:00Z" },
    { publishAt: "2026-01-01T13:30:00Z", unpublishAt: null },
  ];
  expect(nextChange(schedule, now)).toBe(Date.parse("2026-01-01T13:30:00Z"));
});

test("nothing scheduled never changes", () => {
  expect(nextChange([], now)).toBe(Infinity);
  expect(nextChange([{ publishAt: "yesterday", unpublishAt: null }], now)).toBe(Infinity);
});
