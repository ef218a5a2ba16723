import { defineQuery } from "groq";

/** Every document that appears or disappears by itself, now or one day. */
export const scheduleQuery = defineQuery(
  `*[_type in ["post", "jobOpening", "changelogEntry"] && (defined(publishAt) || defined(unpublishAt))]{
    publishAt,
    unpublishAt
  }`,
);

/**
 * When the next scheduled document changes what a page shows, in milliseconds since the epoch.
 *
 * @returns Infinity when nothing is scheduled.
 */
export function nextChange(
  schedule: readonly { publishAt: string | null; unpublishAt: string | null }[],
  now: Date,
): number {
  const moments = schedule
    .flatMap(({ publishAt, unpublishAt }) => [publishAt, unpublishAt])
    .map((moment) => (moment ? Date.parse(moment) : NaN))
    .filter((moment) => moment > now.getTime());
  return Math.min(Infinity, ...moments);
}
