/** A time that is stored in ISO 8601, as the editor's browser writes times, to the minute. */
export const localTime = (time: string): string =>
  new Date(time).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
