import { vi } from "vitest";
import type { RunningSite } from "./running-site";

/** How often a site has rendered a page for its cache, including in the background. */
export async function renderingsOf({ url }: RunningSite): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^site_renderings_total (\d+)/m.exec(text)?.[1] ?? 0);
}

/**
 * Waits until a site has rendered the pages of its sitemap, which it does first, one after another.
 */
export async function warmUpEnded(site: RunningSite): Promise<void> {
  let before = -1;
  const settled = async () => {
    const now = await renderingsOf(site);
    const same = now === before;
    before = now;
    if (!same) throw new Error("Pages are still being made.");
  };
  await vi.waitFor(settled, { interval: 500, timeout: 50_000 });
}
