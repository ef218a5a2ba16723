import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { expectNoAxeViolations } from "./support/axe";
import { startSite } from "./support/start-site";

test("a site that starts blank has every page, without errors, dead links or the sample's company", async ({
  page,
}) => {
  test.setTimeout(600_000);
  const directory = await mkdtemp(join(tmpdir(), "blank-"));
  const dataDirectory = join(directory, "data");
  const site = await startSite({ dataDirectory, environment: { SEED: "blank" } });
  try {
    const problems: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") problems.push(`${page.url()}: ${message.text()}`);
    });
    const sitemap = await (await fetch(`${site.url}/sitemap.xml`)).text();
    const waiting = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url ?? "");
    expect(waiting.length).toBeGreaterThan(10);
    const visited = new Set<string>();
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
      if (visited.has(url)) continue;
      visited.add(url);
      const response = await page.goto(url);
      expect(response?.status(), url).toBe(200);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(/\w/);
      await expect(page.locator("body")).not.toContainText(/platen/i);
      await expectNoAxeViolations(page);
      const links = await page
        .locator("a[href]")
        .evaluateAll((all) => all.map((a) => (a instanceof HTMLAnchorElement ? a.href : "")));
      for (const link of links) {
        const { origin, pathname } = new URL(link);
        if (origin === site.url && !/^\/studio|\.xml$/.test(pathname))
          waiting.push(origin + pathname);
      }
    }
    expect(problems).toEqual([]);
  } finally {
    await site.stop();
    await rm(directory, { recursive: true, force: true });
  }
});
