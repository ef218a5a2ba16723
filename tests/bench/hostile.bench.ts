import { setTimeout as wait } from "node:timers/promises";
import { bench } from "vitest";
import { siteRoutes } from "../hostile/addresses";
import { startAttackedSite } from "../hostile/attacked-site";
import { catalog } from "./hostile-catalog";
import { CostMeter, printCosts, worstOfRoutes } from "./hostile-costs";
import { signIn } from "../hostile/people";
import { measureFlood } from "./hostile-floods";
import { report, requireBars, singleRun } from "./measure";
import { processesOfSite, sizesOf } from "./processor";

bench("what hostile requests cost, and who waits for them", measure, singleRun);

async function measure(): Promise<void> {
  const running = await startAttackedSite();
  const site = running.place;
  try {
    await wait(5_000); // Until the pages have been rendered ahead of visitors.
    const meter = new CostMeter(site);
    const shapes = catalog(siteRoutes);
    await meter.warm(shapes);
    const before = sizesOf(processesOfSite(site));
    const [printed, sent] = [running.output().length, meter.sent];
    const costs = await meter.measure(shapes);
    const worst = worstOfRoutes(costs);
    await meter.measureNetworks(worst);
    printCosts(costs, worst);
    const logged = (running.output().length - printed) / (meter.sent - sent);
    report("the log, for each request", logged, "bytes");
    const userCookie = await signIn(site, "user");
    for (const [attackers, connections] of [
      [0, 0],
      [1, 8],
      [10, 8],
      [10, 40],
    ] as const) {
      await measureFlood(site, userCookie, { attackers, connections });
    }
    await wait(15_000);
    for (const [name, megabytes] of Object.entries(sizesOf(processesOfSite(site)))) {
      report(`memory of ${name} before`, before[name] ?? NaN, "MB");
      report(`memory of ${name} after ${meter.sent} requests and the floods`, megabytes, "MB");
    }
    requireBars();
  } finally {
    await running.stop();
  }
}
