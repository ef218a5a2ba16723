/** The content of a feed, independent of its format. */
export interface Feed {
  title: string;
  description: string | null;
  /** The page that shows the same, and the feed's own URL. */
  pageUrl: string;
  selfUrl: string;
  /** The site's name and icon. */
  siteName: string;
  iconUrl: string;
  entries: FeedEntry[];
}

/** An entry of a feed. Its URL is its id, too: it stays the same as long as the page does. */
export interface FeedEntry {
  url: string;
  title: string;
  /** Times in the form of RFC 3339. */
  published: string;
  updated: string;
  author: string | null;
  tags: string[];
  summary: string | null;
  /** The whole content, as HTML with absolute URLs. */
  html: string;
}

/** The last change of any entry; a feed without entries has the time 0. */
export const updatedOf = ({ entries }: Feed): string =>
  entries
    .map(({ updated }) => updated)
    .sort()
    .at(-1) ?? new Date(0).toISOString();

/**
 * When an entry was published and last changed. Editors enter a day; formats require a time. An
 * entry that was finished before its date counts as published on that date.
 *
 * @param date a day, such as "2025-06-15"; one that cannot be read counts as the last change
 */
export function timesOf(
  date: string | null,
  _updatedAt: string,
): Pick<FeedEntry, "published" | "updated"> {
  const changed = timeOf(_updatedAt) ?? new Date(0).toISOString();
  const published = timeOf(date ?? "") ?? changed;
  return { published, updated: changed > published ? changed : published };
}

/**
 * Null for a value that is not a time, and for a year of more than four digits, which no format
 * has.
 */
function timeOf(text: string): string | null {
  const moment = Date.parse(text);
  const time = Number.isNaN(moment) ? null : new Date(moment).toISOString();
  return time && /^\d{4}-/.test(time) ? time : null;
}
