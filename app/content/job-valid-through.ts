const dayMilliseconds = 86_400_000;

/**
 * Until when an opening takes applications: what the editor says, or three months after posting. A
 * month that is shorter ends on its last day (November 30 and three months are February 28).
 *
 * @param postedDate a date, such as "2025-06-15"
 * @returns a date in the same form; null when neither date is there or can be read
 */
export function validThrough(
  postedDate: string | null | undefined,
  validThrough: string | null | undefined,
): string | null {
  const stated = day(validThrough);
  if (stated) return iso(stated);
  const posted = day(postedDate);
  if (!posted) return null;
  const end = new Date(posted);
  // To the first, so that a month without a 31st is not skipped.
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + 3);
  const lastOfMonth = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0));
  end.setUTCDate(Math.min(posted.getUTCDate(), lastOfMonth.getUTCDate()));
  // The last day that a date can be is in September 275760.
  return Number.isNaN(end.getTime()) ? null : iso(end);
}

/**
 * The first day of posting whose openings still take applications without their own last day:
 * GROQ cannot add months, so a query compares with this day.
 */
export function postedSince(now: Date): string {
  const today = iso(now);
  // Three months have at most 92 days.
  const posted = new Date(now.getTime() - 93 * dayMilliseconds);
  while ((validThrough(iso(posted), null) ?? today) < today) {
    posted.setUTCDate(posted.getUTCDate() + 1);
  }
  return iso(posted);
}

function day(date: string | null | undefined): Date | null {
  const moment = new Date(date ?? "");
  return Number.isNaN(moment.getTime()) ? null : moment;
}

const iso = (date: Date) => date.toISOString().slice(0, 10);
