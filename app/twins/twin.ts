import type { SitePlace } from "~/article/site-place.server";
import { blocks, heading, type Markdown, md, quote } from "~/markdown/markdown";

/** A page of the site as Markdown, for programs that read. */
export interface Twin {
  title: string;
  description?: string | null;
  body: Markdown;
}

/**
 * Reads a page's documents, and writes its twin.
 *
 * @param slug the last segment of its path; of a single page, nothing is to be found by it
 * @returns null when there is no such page, or visitors may not see it
 */
export type ReadTwin = (slug: string, place: SitePlace) => Promise<Twin | null>;

/** The text of a twin: its title, what it is about, and its content. */
export const twinText = ({ title, description, body }: Twin): string =>
  `${blocks(heading(1, title), quote(md`${description}`), body).text}\n`;
