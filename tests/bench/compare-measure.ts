import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { processesOf } from "../e2e/support/processes";
import { startSite, type RunningSite } from "../e2e/support/start-site";
import { Times } from "./measure";
import { processorOf } from "./processor";

/** What was measured, by name and unit. */
export type Figures = ReadonlyMap<string, number>;

/** Pages of each kind, which every commit has. */
const pages = {
  home: "/",
  list: "/blog",
  article: "/blog/optimizing-pdf-workflows-for-enterprise",
  changelog: "/changelog",
  login: "/login",
};

/** A cookie of no session: pages with it are rendered for their visitor alone, never cached. */
const uncached = "session=none; __Host-session=none";

/** Starts a built site, measures it once, and stops it. */
export async function measureOnce(
  site: { directory: string; dataDirectory: string },
  { requests }: { requests: number },
): Promise<Figures> {
  const started = performance.now();
  // Every request comes from an IP address of its own, as those of real visitors do.
  const running = await startSite({ ...site, environment: { TRUSTED_PROXIES: "1" } });
  try {
    const figures = new Map([["start, ms", performance.now() - started]]);
    await untilWarm(running);
    figures.set("memory of all processes (PSS), MB", memory(running));
    for (const [name, path] of Object.entries(pages)) {
      const { html, milliseconds, processor } = await rendered(running, path, requests);
      figures.set(`${name}, uncached: p50, ms`, milliseconds);
      figures.set(`${name}, uncached: processor, ms`, processor);
      figures.set(`${name}: HTML before compression, kB`, html / 1_000);
    }
    for (const [name, path] of [
      ["home", pages.home],
      ["article", pages.article],
    ] as const) {
      const times = new Times();
      for (let n = 0; n < 10 * requests; n += 1) await times.of(() => get(running, path));
      figures.set(`${name}, cached: p50, ms`, times.percentile(50));
    }
    return figures;
  } finally {
    await running.stop();
  }
}

/**
 * Renders a page this often.
 *
 * @returns the median time of a response, the processor time of all processes for each, and the
 *   page's characters
 */
async function rendered(running: RunningSite, path: string, requests: number) {
  const pids = pidsOf(running);
  const times = new Times();
  let html = 0;
  // What the first rendering compiles is not the page's cost.
  for (let n = 0; n < requests / 2; n += 1) await get(running, path, uncached);
  const before = processorOfAll(pids);
  for (let n = 0; n < requests; n += 1)
    await times.of(async () => (html = (await get(running, path, uncached)).length));
  const processor = (processorOfAll(pids) - before) / requests;
  return { html, processor, milliseconds: times.percentile(50) };
}

let visitors = 0;

async function get({ url }: RunningSite, path: string, cookie = ""): Promise<string> {
  visitors += 1;
  const clientIp = `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`;
  const headers = { "X-Forwarded-For": clientIp, ...(cookie && { Cookie: cookie }) };
  const response = await fetch(url + path, { headers });
  if (!response.ok) throw new Error(`${path} responded with ${response.status}.`);
  return response.text();
}

/** Waits until the pages of the sitemap have been rendered ahead of visitors. */
async function untilWarm(running: RunningSite): Promise<void> {
  const [last] = [...(await get(running, "/sitemap.xml")).matchAll(/<loc>([^<]+)/g)].slice(-1);
  const { pathname } = new URL(last?.[1] ?? running.url);
  for (let attempts = 0; attempts < 3_000; attempts += 1) {
    const { headers } = await fetch(running.url + pathname, { method: "HEAD" });
    if (headers.get("x-cache") === "hit") return;
    await wait(20);
  }
  throw new Error("The pages were not rendered ahead of visitors in a minute.");
}

const pidsOf = ({ launcher }: RunningSite) => [launcher.pid ?? 0, ...processesOf(launcher.pid)];

const processorOfAll = (pids: readonly number[]) =>
  pids.reduce((total, pid) => total + processorOf(pid), 0);

/** Memory of all processes together in megabytes, with shared memory counted once. */
function memory(running: RunningSite): number {
  const kilobytes = pidsOf(running).map((pid) =>
    Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1]),
  );
  return kilobytes.reduce((total, each) => total + each, 0) / 1_000;
}
