import { formatDateTime } from "~/ui/format/format-date";
import { timeAgo, TimeAgo } from "~/ui/time-ago";

/** A time to the minute, in UTC, as in the server's own log: its page or table says so once. */
export const atMinute = (date: Date | string): string => formatDateTime(date).replace(/ UTC$/, "");

/** The same as an element. */
export function DateTime({ at }: { at: Date | string | null }) {
  if (!at) return <>—</>;
  const date = new Date(at);
  return (
    <time
      dateTime={date.toISOString()}
      className="whitespace-nowrap [font-variant-numeric:tabular-nums]"
    >
      {atMinute(date)}
    </time>
  );
}

/**
 * How long ago something happened, and the exact time below: a tooltip would hide it from those
 * without a mouse. Once the first is a date, the exact time says it all.
 */
export function PastTime({ at }: { at: Date | string | null }) {
  if (!at) return <>—</>;
  const date = new Date(at);
  if (atMinute(date).startsWith(timeAgo(date, new Date()))) return <DateTime at={date} />;
  return (
    <span className="block">
      <TimeAgo at={date} />
      <span className="block text-[0.8125rem] text-faint">
        <DateTime at={date} />
      </span>
    </span>
  );
}
