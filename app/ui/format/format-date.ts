/*
 * Dates as the pages write them, always in UTC: in the reader's own zone the server and the browser
 * would disagree, and a date without a time would slip to the day before in America. Written
 * without Intl, whose first use blocks a browser: see
 * docs/decisions/0034-figures-and-dates-without-intl.md.
 */

// prettier-ignore
const months = [
  "January", "February", "March", "April", "May", "June", "July",
  "August", "September", "October", "November", "December",
];

/** What can be read as a date; anything else is formatted as an empty string. */
type Readable = string | Date | null | undefined;

/** "June 15, 2025". Empty for no date and for one that cannot be read. */
export function formatDate(date: Readable): string {
  return write(date, ({ month, day, year }) => `${month} ${day}, ${year}`);
}

/** "Jun 15, 2025", for cards. Empty for no date and for one that cannot be read. */
export function formatShortDate(date: Readable): string {
  return write(date, ({ month, day, year }) => `${month.slice(0, 3)} ${day}, ${year}`);
}

/** "Jun 15, 2025, 09:05 UTC". Empty for no date and for one that cannot be read. */
export function formatDateTime(date: Readable): string {
  return write(date, ({ time }) => `${formatShortDate(date)}, ${time} UTC`);
}

function write(
  date: Readable,
  words: (parts: { year: number; month: string; day: number; time: string }) => string,
): string {
  const moment = new Date(date ?? "");
  if (Number.isNaN(moment.getTime())) return "";
  return words({
    year: moment.getUTCFullYear(),
    month: months[moment.getUTCMonth()] ?? "",
    day: moment.getUTCDate(),
    time: moment.toISOString().slice(-13, -8),
  });
}
