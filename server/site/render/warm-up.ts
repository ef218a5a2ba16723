import type { PageCache } from "../cache/page-cache";
import type { LoadShedder } from "../limits/load-shedding";

/**
 * The maximum number of pages, and for how long: a large site is warm where it matters, and a start
 * costs the same everywhere.
 */
const maxPages = 200;
const maxMilliseconds = 20_000;

/**
 * Renders the pages of the sitemap after a start, one after another and only while nobody is
 * waiting, so that the first visitors find them cached.
 *
 * @returns how to end it early.
 */
export function warmUp(pages: PageCache, loadShedder: LoadShedder): () => void {
  let stopped = false;
  const started = performance.now();
  const goesOn = () => !stopped && performance.now() - started < maxMilliseconds;

  async function run() {
    const sitemap = await pages.page("/sitemap.xml");
    const urls = [...sitemap.text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url);
    for (const url of urls.slice(0, maxPages)) {
      while (goesOn() && loadShedder.rendering > 0) await pause(50);
      if (!goesOn()) return;
      const { pathname } = new URL(String(url).replaceAll("&amp;", "&"));
      await pages.page(pathname);
      await pause(0);
    }
  }

  // While the lake is unavailable there is nothing to render: visitors' requests render these pages
  // when it is back.
  run().catch(() => {});
  return () => {
    stopped = true;
  };
}

const pause = (milliseconds: number) =>
  new Promise<void>((over) => setTimeout(over, milliseconds).unref());
