import { formatDateTime } from "~/ui/format/format-date";

/** A time to the minute, in UTC, as in the server's own log. */
export function DateTime({ at }: { at: Date | string | null }) {
  if (!at) return <>—</>;
  const date = new Date(at);
  return (
    <time
      dateTime={date.toISOString()}
      className="whitespace-nowrap [font-variant-numeric:tabular-nums]"
    >
      {formatDateTime(date)}
    </time>
  );
}
