import { expect, test } from "vitest";
import { postedSince, validThrough } from "./job-valid-through";

test.each([
  ["2025-06-15", "2025-09-15"],
  ["2025-11-30", "2026-02-28"],
  ["2027-11-30", "2028-02-29"],
  ["2025-12-01", "2026-03-01"],
  ["2025-03-31", "2025-06-30"],
])("an opening posted on %s accepts applications until %s", (posted, end) => {
  expect(validThrough(posted, null)).toBe(end);
});

test("the editor's date takes precedence", () => {
  expect(validThrough("2025-06-15", "2025-07-01")).toBe("2025-07-01");
});

test.each([null, undefined, "", "soon"])("without a posting date there is no end: %j", (posted) => {
  expect(validThrough(posted, null)).toBeNull();
  // Three months later there is no date.
  expect(validThrough("+275760-09-01", null)).toBeNull();
});

test("an opening without a last day accepts applications until the default one", () => {
  const days = Array.from(
    { length: 2 * 366 },
    (_, index) => new Date(Date.UTC(2027, 0, 1 + index)),
  );
  for (const today of days) {
    const since = postedSince(today);
    const dayBefore = new Date(Date.parse(since) - 86_400_000).toISOString();
    const now = today.toISOString().slice(0, 10);
    expect(validThrough(since, null)?.localeCompare(now)).toBeGreaterThanOrEqual(0);
    expect(validThrough(dayBefore, null)?.localeCompare(now)).toBeLessThan(0);
  }
});
