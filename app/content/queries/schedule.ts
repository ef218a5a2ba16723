import { defineQuery } from "groq";
import { postedSince, validThrough } from "../job-valid-through";

/** Every document that appears, disappears or ends by itself, now or in the future. */
export const scheduleQuery = defineQuery(
  `*[_type == "jobOpening" || (_type in ["post", "changelogEntry"] && (defined(publishAt) || defined(unpublishAt)))]{
    publishAt,
    unpublishAt,
    "closing": select(_type == "jobOpening" => { postedDate, validThrough })
  }`,
);

/**
 * The parameters of a query that names `$now`. Without a time, it shows what visitors do not see
 * yet or anymore.
 */
export function momentParameters(now: Date | null): { now: string; postedSince: string } {
  return { now: now?.toISOString() ?? "", postedSince: now ? postedSince(now) : "" };
}

interface Scheduled {
  publishAt: string | null;
  unpublishAt: string | null;
  /** What the last day of a job opening follows from; null for other documents. */
  closing: { postedDate: string | null; validThrough: string | null } | null;
}

/**
 * How long what was read is shown at least, in milliseconds. With 600 articles that disappeared 100
 * ms apart, one network had 65 pages rendered a second.
 */
const minLifetime = 1_000;

/**
 * When the next scheduled document changes what a page shows, in milliseconds since the epoch; not
 * sooner than a second from now.
 *
 * @returns Infinity when nothing is scheduled.
 */
export function nextChange(schedule: readonly Scheduled[], now: Date): number {
  const times = schedule
    .flatMap(({ publishAt, unpublishAt, closing }) => [publishAt, unpublishAt, endOf(closing)])
    .map((time) => (time ? Date.parse(time) : NaN))
    .filter((time) => time > now.getTime());
  // One by one: a call takes at most some 100,000 arguments.
  const next = times.reduce((earliest, time) => Math.min(earliest, time), Infinity);
  return Math.max(next, now.getTime() + minLifetime);
}

function endOf(closing: Scheduled["closing"]): string | null {
  const last = closing && validThrough(closing.postedDate, closing.validThrough);
  return last && `${last}T23:59:59.999Z`;
}
