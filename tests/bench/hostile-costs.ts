import { setTimeout as wait } from "node:timers/promises";
import type { AttackedSite } from "../hostile/attacked-site";
import { exchange, inTurns } from "../hostile/exchange";
import { newNetwork } from "../hostile/people";
import type { Costly } from "./hostile-catalog";
import { report } from "./measure";
import { processesOfSite, processorOfAll } from "./processor";

export interface Cost extends Costly {
  status: number;
  samples: { site: number; backend: number }[];
  /**
   * For one network that sends requests as fast as responses arrive; null where that was not
   * measured.
   */
  network: { cores: number; limited: boolean } | null;
}

/** How often each is sent, and how many of the most expensive ones are sent more often. */
const dearest = { first: 2, shapes: 100, more: 10, rows: 60, networks: 15 };

/** The bar for a request that no limit keeps below a tenth of a core for each network. */
const maxMilliseconds = 25;

const totals = ({ samples }: Cost) => samples.map((each) => each.site + each.backend);

function percentile(values: number[], percent: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? NaN;
}

const byCost = (one: Cost, other: Cost) =>
  percentile(totals(other), 50) - percentile(totals(one), 50);

/**
 * Sends requests and measures the CPU time that each takes in the site's and the backend's
 * processes.
 */
export class CostMeter {
  sent = 0;
  readonly #site: AttackedSite;

  constructor(site: AttackedSite) {
    this.#site = site;
  }

  async #send({ request }: Costly, from = newNetwork()) {
    this.sent += 1;
    const { port } = this.#site;
    return exchange({ port, from, parts: [request()], end: "wait", timeout: 20_000 });
  }

  /** Sends each once, so that everything loaded and compiled at its first use is ready. */
  async warm(shapes: readonly Costly[]): Promise<void> {
    await inTurns(shapes, 8, (each) => this.#send(each));
  }

  /**
   * One request after the other, each from its own network: no limit responds in place of the
   * route.
   *
   * @returns the most expensive ones first
   */
  async measure(shapes: readonly Costly[]): Promise<Cost[]> {
    const costs = shapes.map((each): Cost => ({ ...each, status: 0, samples: [], network: null }));
    for (const cost of costs) for (let n = 0; n < dearest.first; n += 1) await this.#sample(cost);
    costs.sort(byCost);
    const most = [
      ...costs.slice(0, dearest.shapes),
      ...worstOfRoutes(costs).slice(0, dearest.rows),
    ];
    for (const cost of new Set(most))
      for (let n = 0; n < dearest.more; n += 1) await this.#sample(cost);
    return costs.sort(byCost);
  }

  async #sample(cost: Cost): Promise<void> {
    const pids = processesOfSite(this.#site);
    const before = { site: processorOfAll(pids.site), backend: processorOfAll(pids.backend) };
    const { statuses } = await this.#send(cost);
    // Work that a request leaves for later is done then: its log line, a page that is compressed
    // better.
    await wait(2);
    cost.status = statuses.at(-1) ?? 0;
    cost.samples.push({
      site: processorOfAll(pids.site) - before.site,
      backend: processorOfAll(pids.backend) - before.backend,
    });
  }

  /**
   * What one network achieves with the most expensive requests, and with all above the bar: until a
   * limit refuses it, or for some seconds.
   */
  async measureNetworks(costs: readonly Cost[]): Promise<void> {
    const isMeasured = (cost: Cost, place: number) =>
      place < dearest.networks || percentile(totals(cost), 50) > maxMilliseconds;
    for (const cost of costs.filter(isMeasured)) {
      const from = newNetwork();
      const pids = Object.values(processesOfSite(this.#site)).flat();
      const [started, before] = [performance.now(), processorOfAll(pids)];
      let limited = false;
      const ask = async () => {
        while (!limited && performance.now() - started < 8_000) {
          const { statuses } = await this.#send(cost, from);
          limited ||= statuses.includes(429) || statuses.includes(503);
        }
      };
      await Promise.all(Array.from({ length: 8 }, ask));
      const used = processorOfAll(pids) - before;
      // What a limit allowed at once must last for its minute.
      const milliseconds = limited ? 60_000 : performance.now() - started;
      cost.network = { cores: used / milliseconds, limited };
    }
  }
}

/** The most expensive shape of each route. */
export function worstOfRoutes(costs: readonly Cost[]): Cost[] {
  const routes = new Set<string>();
  return costs.filter(({ route }) => !routes.has(route) && routes.add(route));
}

/** Prints the table for docs/security.md, and checks it against the bars. */
export function printCosts(costs: readonly Cost[], worst: readonly Cost[]): void {
  const figure = (values: number[], percent: number) => percentile(values, percent).toFixed(1);
  const rows = worst.slice(0, dearest.rows).map((cost) => {
    const [ofSite, ofBackend] = [
      cost.samples.map((each) => each.site),
      cost.samples.map((each) => each.backend),
    ];
    const { network } = cost;
    const share = network
      ? `${network.cores.toFixed(2)}${network.limited ? "" : ", no limit met"}`
      : "";
    const cells = [
      ...[`\`${cost.route}\``, cost.shape, String(cost.status)],
      ...[figure(ofSite, 50), figure(ofBackend, 50), figure(totals(cost), 95), share],
    ];
    return `| ${cells.join(" | ")} |`;
  });
  const head = [
    "Route",
    "Shape",
    "Status",
    "Site, ms",
    "Backend, ms",
    "Both, p95",
    "A network, cores",
  ];
  console.log(
    [`| ${head.join(" | ")} |`, `| --- | --- | --: | --: | --: | --: | --: |`, ...rows].join("\n"),
  );
  const all = costs.map((cost) => percentile(totals(cost), 50));
  report(`processor of a request, p50 of ${costs.length} shapes`, percentile(all, 50), "ms");
  report(`processor of a request, p95 of ${costs.length} shapes`, percentile(all, 95), "ms");
  const unheld = worst.filter(
    (cost) =>
      percentile(totals(cost), 50) > maxMilliseconds && !(cost.network && cost.network.cores < 0.1),
  );
  report(`routes above ${maxMilliseconds} ms that no limit holds`, unheld.length, "", 0);
}
