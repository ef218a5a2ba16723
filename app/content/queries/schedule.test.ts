import { describe, expect, test } from "vitest";
import { ask, type Document } from "../testing/ask";
import { endOfSchedule, nextChange, scheduleQuery } from "./schedule";

const now = new Date("2026-01-01T12:00:00Z");
const endOfDay = Date.parse("2026-01-02T00:00:00Z");
const nothing = { appearing: [], disappearing: [] };
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString();
const minutesAfterNoon = (count: number) =>
  Array.from({ length: count }, (_, at) => inMinutes(at + 1));

test("the earliest future time counts", () => {
  const schedule = {
    appearing: ["2026-01-01T11:00:00Z", "2026-01-01T15:00:00Z"],
    disappearing: ["2026-01-01T13:30:00Z"],
  };
  expect(nextChange(schedule, now)).toBe(Date.parse("2026-01-01T13:30:00Z"));
});

test("job openings close at the end of a day: nothing that was read is shown for longer", () => {
  expect(nextChange(nothing, now)).toBe(endOfDay);
  expect(nextChange({ ...nothing, appearing: ["yesterday", null] }, now)).toBe(endOfDay);
  expect(nextChange(nothing, new Date(endOfDay))).toBe(Date.parse("2026-01-03T00:00:00Z"));
});

test("what was read is shown for a second, however close the next change is", () => {
  const appearing = [100, 200, 300].map((milliseconds) =>
    new Date(now.getTime() + milliseconds).toISOString(),
  );
  expect(nextChange({ ...nothing, appearing }, now)).toBe(now.getTime() + 1_000);
});

describe("a schedule that has no room for all moments", () => {
  const disappearing = minutesAfterNoon(500);
  const last = Date.parse(inMinutes(500));

  test("is read again at its last one, because others may follow", () => {
    expect(endOfSchedule({ ...nothing, disappearing }, now)).toBe(last);
    expect(endOfSchedule(nothing, now)).toBe(Infinity);
  });

  test("lasts for a second, even if its last one is over", () => {
    const later = new Date(last + 5);
    expect(endOfSchedule({ ...nothing, disappearing }, later)).toBe(later.getTime() + 1_000);
    expect(nextChange({ ...nothing, disappearing }, later)).toBe(later.getTime() + 1_000);
  });
});

describe("the query", () => {
  const post = (fields: Document, at: number) => ({ _id: `post-${at}`, _type: "post", ...fields });

  test("finds the next moments, in any notation, and none that is over or malformed", async () => {
    const dataset = [
      { publishAt: "2026-01-01T17:00:00+02:00", unpublishAt: "2026-01-03T00:00:00Z" },
      { publishAt: "2026-01-01T14:00:00Z" },
      { publishAt: "2026-01-01T11:00:00Z" },
      { publishAt: "2026-99-99T11:00:00Z", unpublishAt: "tomorrow" },
    ].map(post);
    expect(await ask(scheduleQuery, dataset, { now: now.toISOString() })).toEqual({
      appearing: ["2026-01-01T14:00:00Z", "2026-01-01T15:00:00Z"],
      disappearing: ["2026-01-03T00:00:00Z"],
    });
  });

  test("returns five hundred of each, however many there are", async () => {
    const moments = minutesAfterNoon(2_000).toReversed();
    const dataset = moments.map((time) => ({ publishAt: time, unpublishAt: time })).map(post);
    const { appearing, disappearing } = await ask(scheduleQuery, dataset, {
      now: now.toISOString(),
    });
    expect([appearing.length, disappearing.length]).toEqual([500, 500]);
    expect(Date.parse(appearing[0] ?? "")).toBe(Date.parse(inMinutes(1)));
    expect(Date.parse(disappearing[499] ?? "")).toBe(Date.parse(inMinutes(500)));
  });
});
