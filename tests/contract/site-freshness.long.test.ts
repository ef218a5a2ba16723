import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import sharp from "sharp";
import { startRunningSite, type RunningSite } from "./support/running-site";
import { renderingsOf, warmUpEnded } from "./support/warm-up";

const secret = "a secret of sixteen characters or more";
let site: RunningSite;

beforeAll(async () => {
  process.env.SANITY_WEBHOOK_SECRET = secret;
  site = await startRunningSite();
  await warmUpEnded(site);
});
afterAll(() => site.stop());

const renderings = () => renderingsOf(site);

async function ask(path: string, init?: RequestInit) {
  const response = await fetch(site.url + path, { redirect: "manual", ...init });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Returns a page once it is served from memory. */
async function cached(path: string) {
  await expect.poll(async () => (await ask(path)).headers.get("x-cache")).toBe("hit");
  return ask(path);
}

const setTagline = (tagline: string) =>
  site.lake.client().patch("siteSettings").set({ tagline }).commit();

/** What a hosted lake sends to the webhook of edits. */
function tellOfEdit(changes: Record<string, string> = {}, timestamp = Date.now()) {
  const body = '{"_id":"siteSettings"}';
  const hash = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("base64url");
  return ask("/webhooks/content", {
    method: "POST",
    body,
    headers: {
      "sanity-webhook-signature": `t=${timestamp},v1=${hash}`,
      ...changes,
    },
  });
}

test("published changes show soon, and pages that they do not affect stay cached", async () => {
  await cached("/about");
  await cached("/feed.xml");
  for (let n = 0; n < 5; n += 1) {
    await setTagline(`Edition ${n}`);
    await expect
      .poll(async () => (await ask("/about")).text, { interval: 5 })
      .toContain(`Edition ${n}`);
  }
  const job = await site.lake.client().fetch<string>("*[_type == 'jobOpening'][0]._id");
  await cached("/careers");
  await cached("/solutions");
  const titled = await site.lake.client().patch(job).set({ title: "Press operator" }).commit();
  // Once the edit has been received, everything that it invalidates is stale.
  await expect
    .poll(async () => (await ask("/careers")).text, { interval: 5 })
    .toContain(String(titled.title));
  expect((await ask("/solutions")).headers.get("x-cache")).toBe("hit");
});

test("an invalidated page is rendered again before it is requested", async () => {
  await cached("/security");
  await setTagline("Made before it was asked for");
  await expect
    .poll(
      async () => {
        const { headers, text } = await ask("/security");
        return headers.get("x-cache") === "hit" && text.includes("Made before it was asked for");
      },
      { timeout: 10_000 },
    )
    .toBe(true);
});

test("changes published during a lost connection show once the lake is back", async () => {
  await cached("/docs");
  site.lakeLink.refuseConnections();
  await setTagline("Published across a gap");
  expect((await ask("/docs")).status).toBe(200);
  site.lakeLink.resume();
  await expect.poll(async () => (await ask("/docs")).text).toContain("Published across a gap");
});

test("while the lake is unavailable, cached pages are served as stale, and others with a Retry-After", async () => {
  await cached("/careers");
  site.lakeLink.refuseConnections();
  try {
    await expect.poll(async () => (await ask("/careers")).headers.get("x-cache")).toBe("stale");
    const stale = await ask("/careers");
    expect(stale.status).toBe(200);
    expect(stale.text).toContain("</html>");
    const other = await ask("/blog/never-asked-for");
    expect(other.status).toBe(503);
    expect(other.headers.get("retry-after")).toBe("5");
    expect(other.headers.get("content-type")).toContain("text/html");
    expect(other.headers.get("cache-control")).toMatch(/no-store/);
    expect((await ask("/healthz")).status).toBe(200);
  } finally {
    site.lakeLink.resume();
  }
  await expect.poll(async () => (await ask("/blog/never-asked-for")).status).toBe(404);
});

test("a connection that the lake closes under a query costs no page", async () => {
  // The query for a page of blocks is too long for a URL, and the client sends such a query once.
  const missing = (name: string) => ask(`/${name}`).then(({ status }) => status);
  await Promise.all(["one", "two", "three"].map((name) => missing(`before-${name}`)));
  site.lakeLink.closeIdleConnections();
  expect(await missing("after-it")).toBe(404);
});

test("an overloaded lake counts as unavailable, and not as an error of the site", async () => {
  site.lakeLink.reportOverload();
  try {
    const response = await ask("/never-asked-for-in-a-rush");
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("5");
  } finally {
    site.lakeLink.resume();
  }
  await expect.poll(async () => (await ask("/never-asked-for-in-a-rush")).status).toBe(404);
});

test("an unresponsive lake is awaited once, and not for each query of a page", async () => {
  const slug = await site.lake.client().fetch<string>("*[_type == 'post'][0].slug.current");
  const article = `/blog/${slug}`;
  await cached(article);
  site.lakeLink.stopResponding();
  try {
    await tellOfEdit({ "idempotency-key": "delivery-0" });
    // It reads twice, and waits 2.5 seconds for a response while there is a stale one.
    const waitedTwice = sleep(5_000, "waited twice", { ref: false });
    const outcome = ask(article).then(({ headers }) => headers.get("x-cache"));
    expect(await Promise.race([outcome, waitedTwice])).toBe("stale");
  } finally {
    site.lakeLink.resume();
  }
  await cached(article);
});

test("a scheduled article appears at its time, without an edit", async () => {
  const lake = site.lake.client();
  const [post] = await lake.fetch<[{ _id: string; _type: string }]>("*[_type == 'post'][0..0]");
  const title = "Published while everybody slept";
  const publishAt = new Date(Date.now() + 4_000).toISOString();
  const slug = { _type: "slug", current: "published-asleep" };
  await lake.create({ ...post, _id: "scheduled-1", title, slug, publishAt });
  await expect.poll(async () => (await ask("/blog/published-asleep")).status).toBe(404);
  expect((await ask("/blog")).text).not.toContain(title);
  await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(publishAt));
  expect((await ask("/blog/published-asleep")).status).toBe(200);
  expect((await ask("/sitemap.xml")).text).toContain("published-asleep");
});

test("a signed webhook invalidates everything, once, even if it is replayed; others are refused", async () => {
  await cached("/sitemap");
  expect((await tellOfEdit({ "sanity-webhook-signature": "t=1,v1=x" })).status).toBe(401);
  expect((await tellOfEdit({ "sanity-webhook-signature": "" })).status).toBe(401);
  expect((await ask("/sitemap")).headers.get("x-cache")).toBe("hit");
  const before = await renderings();
  const sent = Date.now();
  expect((await tellOfEdit({ "idempotency-key": "1" }, sent)).status).toBe(204);
  await expect.poll(renderings).toBeGreaterThan(before);
  await cached("/sitemap");
  const settled = (await ask("/sitemap")).headers.get("x-cache");
  // The key is not signed: with another one a recorded delivery would count as new.
  expect((await tellOfEdit({ "idempotency-key": "2" }, sent)).status).toBe(204);
  expect((await ask("/sitemap")).headers.get("x-cache")).toBe(settled);
  expect((await ask("/webhooks/content")).status).toBe(405);
});

test("the picture of a page shows the page's text, and is drawn for the site's own pages only", async () => {
  const { text } = await ask("/security");
  const address = /<meta property="og:image" content="([^"]+)"/.exec(text)?.[1] ?? "";
  const path = address.replaceAll("&amp;", "&").replace(site.url, "");
  expect(path).toMatch(/^\/og\/security\.png\?v=\w+&s=[\w-]{16}$/);
  const picture = await fetch(site.url + path);
  expect(picture.headers.get("content-type")).toBe("image/png");
  expect(picture.headers.get("cache-control")).toContain("immutable");
  const { width, height } = await sharp(await picture.arrayBuffer()).metadata();
  expect([width, height]).toEqual([1200, 630]);

  const again = await ask(path, {
    headers: { "If-None-Match": picture.headers.get("etag") ?? "" },
  });
  expect(again.status).toBe(304);
  const old = await ask(path.replace(/v=\w+/, "v=old"));
  expect(old.headers.get("cache-control")).toBe("public, max-age=60");
  for (const forged of [
    path.replace(/s=.*/, "s=AAAAAAAAAAAAAAAA"),
    path.replace("/security", "/about"),
    path.replace(/\?.*/, ""),
  ])
    expect((await ask(forged)).status).toBe(404);
});
