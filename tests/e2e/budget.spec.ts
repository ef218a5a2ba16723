import { get, type IncomingHttpHeaders } from "node:http";
import { gunzipSync } from "node:zlib";
import { expect, test } from "./support/test";
import { open } from "./support/visitor";

/** A page as a browser gets it: with its bytes on the wire. */
function fetchPage(url: string, path: string) {
  return new Promise<{ headers: IncomingHttpHeaders; bytes: number; html: string }>(
    (done, failed) =>
      get(url + path, { headers: { "Accept-Encoding": "gzip" } }, async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk);
        const body = Buffer.concat(chunks);
        const isPacked = response.headers["content-encoding"] === "gzip";
        const html = (isPacked ? gunzipSync(body) : body).toString();
        done({ headers: response.headers, bytes: body.length, html });
      }).once("error", failed),
  );
}

/**
 * Bytes of each kind of page, compressed with gzip: its text, with its styles and the data for its
 * scripts.
 */
const maxHtmlLength: Record<string, number> = {
  "/": 58_000,
  "/blog": 38_000,
  "/blog/optimizing-pdf-workflows-for-enterprise": 43_000,
  "/docs": 38_000,
  "/contact": 33_000,
  "/login": 25_000,
  "/nothing-here": 25_000,
};

for (const [path, most] of Object.entries(maxHtmlLength)) {
  test(`${path} is sent in at most ${most / 1_000} kB`, async ({ site }) => {
    const { bytes, headers } = await fetchPage(site.url, path);
    expect(headers["content-encoding"]).toBe("gzip");
    expect(bytes).toBeLessThanOrEqual(most);
  });
}

test("every kind of response has the security headers", async ({ site }) => {
  for (const path of [
    ...Object.keys(maxHtmlLength),
    "/healthz",
    "/documentation",
    "/%",
    "/studio",
  ]) {
    const { headers } = await fetchPage(site.url, path);
    expect(headers, path).toMatchObject({
      "content-security-policy": expect.stringContaining("default-src 'none'"),
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
    });
    const policy = String(headers["content-security-policy"]);
    // Where a policy does not mention scripts, default-src applies.
    const scripts = /(?:^|; )script-src [^;]*/.exec(policy)?.[0] ?? policy.split(";")[0];
    expect(scripts, path).not.toContain("unsafe");
    expect(headers["x-powered-by"], path).toBeUndefined();
  }
});

test("scripts are requested once the page is painted with its first picture", async ({ page }) => {
  await open(page, "/solutions/document-automation");
  const first = await page.evaluate(() => {
    const began = performance.getEntriesByType("resource").flatMap((entry) => {
      const { name, startTime } = entry;
      return new URL(name).pathname.endsWith(".js") ? [startTime] : [];
    });
    const picture = document.querySelector<HTMLImageElement>("img[fetchpriority=high]");
    const [arrived] = performance.getEntriesByName(picture?.currentSrc ?? "");
    const [painted] = performance.getEntriesByName("first-contentful-paint");
    return {
      script: Math.min(...began),
      picture: arrived instanceof PerformanceResourceTiming ? arrived.responseEnd : Infinity,
      paint: painted?.startTime ?? Infinity,
    };
  });
  // After two seconds they start in any case: a busy machine may not have painted by then.
  const startAnyway = 2_000;
  expect(first.script).toBeGreaterThan(Math.min(first.paint, startAnyway));
  expect(first.script).toBeGreaterThan(Math.min(first.picture, startAnyway));
});
