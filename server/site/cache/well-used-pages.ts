import { Mutex } from "@platen/kit";
import type { CachedPage } from "./cached-page";

/**
 * A page of the site that was sent this often is worth the time to compress it well; most are
 * changed, or no longer requested, before that. Made-up variants and missing pages are not: one
 * network that requested each of them often took a third of a core.
 */
const wellUsed = 50;

/** Compresses pages that are sent often once more, as well as can be. */
export class WellUsedPages {
  readonly #recompressing = new Mutex();

  /**
   * @param page was just served from the cache; requests that waited for its rendering count in
   *   `sent`, but do not pass through here
   * @param isCached whether this is still the version that visitors get
   */
  noteSent(page: CachedPage, isCached: () => boolean): void {
    if (page.sent < wellUsed || page.isRecompressing || page.status !== 200) return;
    page.isRecompressing = true;
    // One at a time, and only pages that are still cached: good compression takes a whole core,
    // which visitors may need.
    this.#recompressing
      .run(async () => {
        if (isCached()) await page.recompress();
      })
      // Without the memory for it the page stays as it is: no reason to exit, or to skip the next
      // page.
      .catch(() => {});
  }
}
