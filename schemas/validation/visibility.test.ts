import { expect, test } from "vitest";
import { visibilityOf } from "./visibility";

const now = new Date("2026-03-01T12:00:00Z");

test.each([
  [{}, "live"],
  [{ publishAt: "2026-03-01T12:00:01Z" }, "scheduled"],
  [{ publishAt: "2026-03-01T12:00:00Z" }, "live"],
  [{ unpublishAt: "2026-03-01T12:00:00Z" }, "ended"],
  [{ unpublishAt: "2026-03-01T12:00:01Z" }, "live"],
  [{ publishAt: "2026-02-01T00:00:00Z", unpublishAt: "2026-02-02T00:00:00Z" }, "ended"],
])("a document with %j is %s", (published, visibility) => {
  expect(visibilityOf(published, now)).toBe(visibility);
});
