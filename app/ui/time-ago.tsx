import { formatDateTime, formatShortDate } from "./format/format-date";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** "just now", "5 minutes ago", "yesterday"; after a month the date. */
export function timeAgo(at: Date, now: Date): string {
  const past = now.getTime() - at.getTime();
  // Clocks differ by seconds, and a time of the server may be ahead of the browser's.
  if (past < minute) return past > -minute ? "just now" : formatDateTime(at);
  if (past < hour) return ago(past / minute, "minute");
  if (past < day) return ago(past / hour, "hour");
  if (past < 2 * day) return "yesterday";
  return past < 31 * day ? ago(past / day, "day") : formatShortDate(at);
}

function ago(count: number, unit: string): string {
  const whole = Math.floor(count);
  return `${whole} ${unit}${whole === 1 ? "" : "s"} ago`;
}

/** How long ago something happened; the exact time is shown to those who point at it. */
export function TimeAgo({ at }: { at: Date | string | null }) {
  if (!at) return <>—</>;
  const date = new Date(at);
  return (
    <time
      dateTime={date.toISOString()}
      title={formatDateTime(date)}
      className="whitespace-nowrap"
      // The browser takes over a page that was rendered a second earlier.
      suppressHydrationWarning
    >
      {timeAgo(date, new Date())}
    </time>
  );
}
