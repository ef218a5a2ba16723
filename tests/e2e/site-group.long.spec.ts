import { rm } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { openBackendLake } from "./support/backend-lake";
import { newDataDirectory } from "./support/data-directory";
import { processesOf } from "./support/processes";
import { type RunningSite, startSite } from "./support/start-site";

let dataDirectory: string;
let site: RunningSite;

test.beforeEach(async () => {
  dataDirectory = await newDataDirectory();
  site = await startSite({ dataDirectory, environment: { WEB_CONCURRENCY: "2" } });
});

test.afterEach(async () => {
  await site.stop();
  await rm(dataDirectory, { recursive: true, force: true });
});

/** Sends a request over a new connection, so that the next site process in turn responds. */
const ask = (path: string, init?: RequestInit) =>
  fetch(site.url + path, { ...init, headers: { Connection: "close", ...init?.headers } });

async function metric(name: string): Promise<number> {
  const text = await (await ask("/metrics")).text();
  return Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`${name} `))
      ?.split(" ")[1] ?? NaN,
  );
}

test("two site processes share counters and edits, and one that dies is replaced", async () => {
  const [, first, second] = processesOf(site.launcher.pid);
  expect(second).toBeGreaterThan(0);

  await test.step("metrics are summed", async () => {
    const before = await metric('site_page_cache_total{outcome="hit"}');
    await ask("/about");
    for (let n = 0; n < 20; n += 1) expect((await ask("/about")).status).toBe(200);
    await expect
      .poll(() => metric('site_page_cache_total{outcome="hit"}'))
      .toBeGreaterThanOrEqual(before + 18);
  });

  await test.step("a limit is shared", async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 34; n += 1)
      statuses.push((await ask("/csp-report", { method: "POST", body: "{}" })).status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
  });

  await test.step("an edit shows in both", async () => {
    const lake = await openBackendLake(dataDirectory);
    await ask("/about");
    await ask("/about");
    await lake.patch("siteSettings").set({ tagline: "Pressed in both processes" }).commit();
    await expect(async () => {
      for (let n = 0; n < 6; n += 1)
        expect(await (await ask("/about")).text()).toContain("Pressed in both processes");
    }).toPass();
  });

  await test.step("a process that dies is replaced, and visitors are served meanwhile", async () => {
    process.kill(first ?? 0, "SIGKILL");
    await expect
      .poll(() => site.output())
      .toContain("A site process stopped (SIGKILL): a new one replaces it.");
    for (let n = 0; n < 10; n += 1) expect((await ask("/about")).status).toBe(200);
    await expect.poll(() => processesOf(site.launcher.pid).length).toBe(3);
  });

  expect(await site.stop()).toBe(0);
});
