import { expect, test } from "vitest";
import { formatDate, formatDateTime, formatShortDate } from "./format-date";

test.each([
  ["2025-06-15", "June 15, 2025", "Jun 15, 2025", "Jun 15, 2025, 00:00 UTC"],
  [
    new Date("2024-09-01T23:05:59.999Z"),
    "September 1, 2024",
    "Sep 1, 2024",
    "Sep 1, 2024, 23:05 UTC",
  ],
  ["2026-01-01T00:30:00+01:00", "December 31, 2025", "Dec 31, 2025", "Dec 31, 2025, 23:30 UTC"],
])("a date is formatted in UTC, long, short and with its time: %s", (date, ...written) => {
  expect([formatDate(date), formatShortDate(date), formatDateTime(date)]).toEqual(written);
});

test.each([null, undefined, "", "soon", new Date(Number.NaN)])(
  "an invalid date is formatted as an empty string: %s",
  (date) => {
    for (const format of [formatDate, formatShortDate, formatDateTime]) {
      expect(format(date)).toBe("");
    }
  },
);

test("every day of a year is formatted as in American English", () => {
  const long = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });
  const medium = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });
  for (let day = 0; day < 366; day += 1) {
    const date = new Date(Date.UTC(2024, 0, 1 + day, 12));
    expect(formatDate(date)).toBe(long.format(date));
    expect(formatShortDate(date)).toBe(medium.format(date));
  }
});
