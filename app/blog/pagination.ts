/** How the list of articles is cut. */
export interface Pages {
  /** Articles on one of them. */
  length: number;
  /** Whether there are more than one. */
  turn: boolean;
}

/** The pages of the behaviour that the site settings choose: `pages`, or anything else for one with a notice below it. */
export function pagesOf(blogPaging: string | null | undefined): Pages {
  // The one list stops somewhere, too: its weight must not grow with the archive.
  return blogPaging === "pages" ? { length: 12, turn: true } : { length: 30, turn: false };
}
