import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { publicPages } from "./support/public-pages";
import { expect, test } from "./support/test";
import { hydrated } from "./support/visitor";

const kilobyte = 1000;

/** The bar for the scripts of every public page, in kB. */
const maxScriptLength = 115;

/**
 * What a first visit downloads, compressed with gzip, in kB: scripts, styles, and everything with
 * its headers.
 */
async function weigh(page: Page, path: string) {
  const browser = await page.context().newCDPSession(page);
  await browser.send("Network.enable");
  await browser.send("Network.setCacheDisabled", { cacheDisabled: true });
  const begun = new Map<string, { type: string; headers: number }>();
  const bytes: Record<string, number> = {};
  let all = 0;
  browser.on("Network.responseReceived", ({ requestId, type, response }) =>
    begun.set(requestId, { type, headers: response.encodedDataLength }),
  );
  browser.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const { type = "Other", headers = 0 } = begun.get(requestId) ?? {};
    bytes[type] = (bytes[type] ?? 0) + encodedDataLength - headers;
    all += encodedDataLength;
  });
  const headers = { "Accept-Encoding": "gzip" };
  await page.setExtraHTTPHeaders(headers);
  await page.goto(path, { waitUntil: "networkidle" });
  await hydrated(page);
  const styles = await page.locator("head style").allTextContents();
  return {
    script: (bytes.Script ?? 0) / kilobyte,
    style: ((bytes.Stylesheet ?? 0) + gzipSync(styles.join("")).length) / kilobyte,
    all: all / kilobyte,
  };
}

test.describe.configure({ mode: "parallel" });

for (const path of Object.values(publicPages)) {
  test(`${path} stays within its transfer budget`, async ({ page }, { annotations }) => {
    const { script, style, all } = await weigh(page, path);
    const description = `${script.toFixed(1)} kB of scripts, ${style.toFixed(1)} kB of styles, ${all.toFixed(1)} kB in all`;
    annotations.push({ type: "weight", description });
    expect(script, description).toBeGreaterThan(0);
    expect(script, description).toBeLessThanOrEqual(maxScriptLength);
    expect(style, description).toBeLessThanOrEqual(15);
    if (path === "/") expect(all, description).toBeLessThanOrEqual(350);
  });
}
