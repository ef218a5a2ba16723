import { expect, test } from "vitest";
import { nextChange } from "./schedule";

const now = new Date("2026-01-01T12:00:00Z");

test("the earliest future time counts", () => {
  const schedule = [
    { publishAt: "2026-01-01T11:00:00Z", unpublishAt: "2026-01-01T15:00:00Z", closing: null },
    { publishAt: "2026-01-01T13:30:00Z", unpublishAt: null, closing: null },
  ];
  expect(nextChange(schedule, now)).toBe(Date.parse("2026-01-01T13:30:00Z"));
});

test("a hundred thousand scheduled documents are processed", () => {
  const one = {
    publishAt: "2026-01-02T00:00:00Z",
    unpublishAt: "2026-01-03T00:00:00Z",
    closing: null,
  };
  const schedule = Array.from({ length: 100_000 }, () => one);
  expect(nextChange(schedule, now)).toBe(Date.parse("2026-01-02T00:00:00Z"));
});

test("without a schedule nothing ever changes", () => {
  expect(nextChange([], now)).toBe(Infinity);
  expect(nextChange([{ publishAt: "yesterday", unpublishAt: null, closing: null }], now)).toBe(
    Infinity,
  );
});

test("a job opening's page changes at the end of its last day, set or default", () => {
  const opening = (postedDate: string, validThrough: string | null) => [
    { publishAt: null, unpublishAt: null, closing: { postedDate, validThrough } },
  ];
  const endOf = (day: string) => Date.parse(`${day}T23:59:59.999Z`);
  expect(nextChange(opening("2025-12-01", null), now)).toBe(endOf("2026-03-01"));
  expect(nextChange(opening("2025-12-01", "2026-01-01"), now)).toBe(endOf("2026-01-01"));
  expect(nextChange(opening("2025-06-01", null), now)).toBe(Infinity);
});

test("what was read is shown for a second, however close the next change is", () => {
  const steps = [100, 200, 300].map((milliseconds) => ({
    publishAt: new Date(now.getTime() + milliseconds).toISOString(),
    unpublishAt: null,
    closing: null,
  }));
  expect(nextChange(steps, now)).toBe(now.getTime() + 1_000);
});
