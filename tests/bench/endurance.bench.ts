import { setTimeout as wait } from "node:timers/promises";
import { bench } from "vitest";
import { siteRoutes } from "../hostile/addresses";
import { startAttackedSite, type AttackedSite } from "../hostile/attacked-site";
import { endings, exchange } from "../hostile/exchange";
import { newNetwork } from "../hostile/people";
import { processesOf } from "../e2e/support/processes";
import { collectGarbage } from "./collect-garbage";
import { catalog, type Costly } from "./hostile-catalog";
import { report, reportAtLeast, requireBars, singleRun, Times } from "./measure";
import { processesOfSite, sizesOf } from "./processor";

const rounds = 10;
const ofRound = 100_000;
const atOnce = 32;

/**
 * How much larger the processes may be after the last round than after the second, when every cache
 * is full.
 */
const maxGrowth = 1.15;

bench("a million hostile requests, and what is left of them", measure, singleRun);

async function measure(): Promise<void> {
  const running = await startAttackedSite();
  const site = running.place;
  try {
    await wait(5_000); // Until the pages have been rendered ahead of visitors.
    const shapes = catalog(siteRoutes);
    const honest = new Times();
    const sizes = [await told(site, "before")];
    let served = 0;
    for (let round = 1; round <= rounds; round += 1) {
      const visiting = visit(site, honest);
      await attack(site, shapes);
      served += await visiting.end();
      sizes.push(await told(site, `after ${round * ofRound} requests`));
    }
    report("an honest visitor's page meanwhile, p95", honest.percentile(95), "ms", 1_000);
    reportAtLeast("of an honest visitor's pages came", (100 * served) / honest.count, "%", 100);
    const ended = site.processes.filter(
      (pid) => ![site.launcher, ...processesOf(site.launcher)].includes(pid),
    );
    report("processes that ended", ended.length, "", 0);
    for (const group of ["site", "backend"]) {
      const [full, last] = [sizes[2]?.[group] ?? NaN, sizes.at(-1)?.[group] ?? NaN];
      report(`memory of ${group}, last round to second`, last / full, "x", maxGrowth);
    }
    requireBars();
  } finally {
    await running.stop();
  }
}

/**
 * Sends a round of the catalog, each shape equally often and with every way in which a connection
 * can end.
 */
async function attack({ port }: AttackedSite, shapes: readonly Costly[]): Promise<void> {
  let sent = 0;
  const next = async () => {
    while (sent < ofRound) {
      const shape = shapes[sent % shapes.length];
      const end = endings[sent % 11] ?? "wait";
      sent += 1;
      if (!shape) return;
      await exchange({ port, from: newNetwork(), parts: [shape.request()], end, timeout: 5_000 });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, next));
}

/**
 * An honest visitor, who reads a page every half second. @returns how many visits there were, once
 * they end
 */
function visit({ port }: AttackedSite, times: Times) {
  let goesOn = true;
  const visits = async () => {
    let came = 0;
    for (let n = 0; goesOn; n += 1) {
      const path = ["/", "/blog", "/login", "/signup"][n % 4] ?? "/";
      const parts = [
        Buffer.from(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`),
      ];
      const { statuses } = await times.of(() =>
        exchange({ port, from: newNetwork(), parts, end: "wait", timeout: 10_000 }),
      );
      if (statuses[0] === 200) came += 1;
      await wait(500);
    }
    return came;
  };
  const ended = visits();
  return {
    end: () => {
      goesOn = false;
      return ended;
    },
  };
}

/**
 * Until no request is in flight, and the limits have forgotten what they count by network: each
 * request came from a new one, and some limits are of two minutes.
 */
const forgetMilliseconds = 135_000;

/** Prints the sizes of the processes, and what they hold. */
async function told(site: AttackedSite, when: string): Promise<Record<string, number>> {
  await wait(forgetMilliseconds);
  const groups = processesOfSite(site);
  for (const [name, [pid]] of Object.entries(groups))
    if (pid) report(`held by ${name} ${when}`, await collectGarbage(pid), "MB");
  const sizes = sizesOf(groups);
  for (const [name, megabytes] of Object.entries(sizes))
    report(`memory of ${name} ${when}`, megabytes, "MB");
  return sizes;
}
