import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bench } from "vitest";
import { converge } from "@platen/content-lake/testing/convergence";
import { serveLake } from "@platen/content-lake/testing/serve";
import { singleRun } from "./measure";

/**
 * Two writers at 1,000 mutations a minute each, on disk, with 20 listeners. Set
 * CONVERGENCE_SECONDS=300 for the long run.
 */
const seconds = Number(process.env.CONVERGENCE_SECONDS ?? 20);

bench(
  `two writers and twenty listeners converge, ${seconds} s`,
  async () => {
    const directory = await mkdtemp(join(tmpdir(), "lake-convergence-"));
    const served = await serveLake(join(directory, "postgres"));
    const before = process.memoryUsage().rss;
    const {
      mutations,
      seconds: taken,
      documents,
      events,
      lag,
      maxLag,
    } = await converge(served, {
      seconds,
      perMinute: 1_000,
      listeners: 20,
    }).finally(() => served.close());
    const grown = (process.memoryUsage().rss - before) / 1_000_000;
    await rm(directory, { recursive: true, force: true });
    console.log(
      `${mutations} mutations in ${taken.toFixed(0)} s, ${events} events, all 20 copies equal to the lake's ${documents} documents; from commit to listener ${lag} ms (99th of a hundred ${maxLag} ms); memory +${grown.toFixed(0)} MB`,
    );
  },
  singleRun,
);
