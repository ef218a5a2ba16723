const long = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });
const medium = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });
const toTheMinute = new Intl.DateTimeFormat("en-US", {
  dateStyle: "medium",
  timeStyle: "short",
  hourCycle: "h23",
  timeZone: "UTC",
});

/*
 * Dates as the pages write them, always in UTC: in the reader's own zone the server and the browser would disagree,
 * and a date without a time would slip to the day before in America.
 */

/** "June 15, 2025". Empty for no date and for one that cannot be read. */
export function formatDate(date: string | Date | null | undefined): string {
  return format(long, date);
}

/** "Jun 15, 2025", for cards. Empty for no date and for one that cannot be read. */
export function formatShortDate(date: string | Date | null | undefined): string {
  return format(medium, date);
}

/** "Jun 15, 2025, 09:05 UTC". Empty for no date and for one that cannot be read. */
export function formatMoment(date: string | Date | null | undefined): string {
  const moment = format(toTheMinute, date);
  return moment && `${moment} UTC`;
}

function format(style: Intl.DateTimeFormat, date: string | Date | null | undefined): string {
  const moment = new Date(date ?? "");
  return Number.isNaN(moment.getTime()) ? "" : style.format(moment);
}
