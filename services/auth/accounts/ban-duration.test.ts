import { expect, test } from "vitest";
import { banEnd } from "./ban-duration";

const now = new Date("2026-01-01T00:00:00Z");

test.each([
  ["24h", "2026-01-02T00:00:00.000Z"],
  ["1h30m", "2026-01-01T01:30:00.000Z"],
  ["1.5h", "2026-01-01T01:30:00.000Z"],
  ["300ms", "2026-01-01T00:00:00.300Z"],
  ["-1h", "2025-12-31T23:00:00.000Z"],
])("a ban of %s lasts until %s", (duration, end) => {
  expect(banEnd(duration, now)?.toISOString()).toBe(end);
});

test.each(["none", "0", "0s"])("%s is not a ban", (duration) => {
  expect(banEnd(duration, now)).toBeNull();
});

test.each(["", "24", "1d", "h", "1 h", "999999999h", "1e3h", "24h\n", "forever"])(
  "%j is refused",
  (duration) => {
    expect(() => banEnd(duration, now)).toThrow("invalid format for ban duration");
  },
);
