/** The pagination of the article list. */
export interface Pages {
  /** Articles on one page. */
  length: number;
  /** Whether there is more than one page. */
  turn: boolean;
}

/** Articles on one page of an archive. */
export const archivePageLength = 12;

/**
 * The pagination that the site settings choose: `pages`, or anything else for one with a notice
 * below it.
 */
export function pagesOf(blogPaging: string | null | undefined): Pages {
  // The single list has a maximum, too: its size must not grow with the archive.
  return blogPaging === "pages" ? { length: 12, turn: true } : { length: 30, turn: false };
}
