import { defineQuery } from "groq";
import { postedSince } from "../job-valid-through";

/** Moments in each list of a schedule: `[0...500]` in its query. */
const maxMoments = 500;

/**
 * The moments after `$now` at which documents appear, and at which they disappear, the next ones
 * first. A list is limited because each uncached query reads it: with 60,000 scheduled articles a
 * page took a second.
 */
export const scheduleQuery = defineQuery(`
  {
    "appearing": *[_type in ["post", "changelogEntry", "jobOpening"] && dateTime(publishAt) > dateTime($now)]
      | order(dateTime(publishAt)) [0...500] { "at": string(dateTime(publishAt)) }.at,
    "disappearing": *[_type in ["post", "changelogEntry", "jobOpening"] && dateTime(unpublishAt) > dateTime($now)]
      | order(dateTime(unpublishAt)) [0...500] { "at": string(dateTime(unpublishAt)) }.at
  }
`);

/**
 * The parameters of a query that names `$now`. Without a time, it shows what visitors do not see
 * yet or anymore.
 */
export function momentParameters(now: Date | null): { now: string; postedSince: string } {
  return { now: now?.toISOString() ?? "", postedSince: now ? postedSince(now) : "" };
}

interface Schedule {
  appearing: readonly (string | null)[];
  disappearing: readonly (string | null)[];
}

/**
 * How long what was read is shown at least, in milliseconds. With 600 articles that disappeared 100
 * ms apart, one network had 65 pages rendered a second.
 */
const minLifetime = 1_000;

const dayMilliseconds = 86_400_000;

/**
 * When a page changes by itself, in milliseconds since the epoch: at the next scheduled moment or
 * when job openings close, which they do at the end of a day (UTC); not sooner than a second from
 * now.
 *
 * @param schedule of an earlier moment, or the same: one that was read later would not contain what
 *   has changed in between
 * @param readAgainAt when the schedule is read again, in milliseconds since the epoch
 */
export function nextChange(schedule: Schedule, now: Date, readAgainAt = Infinity): number {
  const moments = [...schedule.appearing, ...schedule.disappearing]
    .map((time) => Date.parse(time ?? ""))
    .filter((time) => time > now.getTime());
  const endOfDay = (Math.floor(now.getTime() / dayMilliseconds) + 1) * dayMilliseconds;
  return lasting(Math.min(endOfDay, readAgainAt, lastKnown(schedule), ...moments), now);
}

/** Until when a schedule need not be read again, in milliseconds since the epoch. */
export const endOfSchedule = (schedule: Schedule, now: Date): number =>
  lasting(lastKnown(schedule), now);

/** The last time in a truncated list; later ones may exist. */
function lastKnown({ appearing, disappearing }: Schedule): number {
  const ends = [appearing, disappearing].map((moments) =>
    moments.length < maxMoments ? Infinity : Date.parse(moments.at(-1) ?? ""),
  );
  return Math.min(...ends);
}

const lasting = (time: number, now: Date) => Math.max(time, now.getTime() + minLifetime);
