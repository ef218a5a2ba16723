import { once } from "node:events";
import { createServer } from "node:http";
import { afterEach, beforeEach, expect, test } from "vitest";
import { pageOfPicture, versionOf } from "~/seo/open-graph/og-image-url";
import type { RenderedPage } from "../cache/cached-page";
import { PageCache } from "../cache/page-cache";
import type { WaitingNetworks } from "../cache/waiting-networks";
import { LoadShedder } from "../limits/load-shedding";
import { createRateLimits } from "../limits/rate-limits";
import { RequestContext } from "../request-context";
import { createOgImageStage } from "./og-image-stage";
import { createOgImages } from "./og-images";

const security = {
  ...{ mode: "production" as const, hsts: null, styleSources: [], imageHosts: [] },
  ...{ studioHosts: [], analyticsHosts: [], frameHosts: [] },
};

const [visitor, other] = ["203.0.113.5", "203.0.113.6"];

let url: string;
let pages: PageCache;
let renderings: { key: string; network: string }[];
/** Delays every rendering. */
let rendered: Promise<void>;
/** The names of the limits that refused a request. */
let limits: string[];
let stop: () => void;

/**
 * Only the pages of the blog may be shared: all others are redirects, as for a signed-out visitor.
 */
async function render(key: string, networks: WaitingNetworks): Promise<RenderedPage> {
  await networks.turn(async (network) => void renderings.push({ key, network }));
  await rendered;
  const isShared = key.startsWith("/blog/");
  return {
    status: isShared ? 200 : 302,
    headers: {},
    body: Buffer.from(isShared ? `<meta property="og:title" content="Binding"/>` : ""),
    tags: [],
    expiresAt: Infinity,
    stale: false,
    shareable: isShared,
    setsCookie: false,
  };
}

beforeEach(async () => {
  [renderings, limits, rendered] = [[], [], Promise.resolve()];
  pages = new PageCache(render, (listen) => listen({ type: "watched", watched: true }));
  const loadShedder = new LoadShedder(
    () => {},
    () => 0,
  );
  const urls = {
    pageOfPicture,
    versionOf,
    isPictureSigned: (_: string, s: string) => s === "ours",
  };
  const stage = createOgImageStage({
    ...{ pages, loadShedder, takePage: createRateLimits().takePage },
    ogImages: createOgImages(urls, { draw: async () => Buffer.from("a picture") }),
    metrics: { limited: (name) => limits.push(name), shed: () => limits.push("shed") },
  });
  const turn = () => Promise.resolve();
  const server = createServer((request, response) => {
    const asked = new URL(request.url ?? "/", "http://localhost");
    const clientIp = String(request.headers["x-visitor"]);
    const known = { requestId: "request-1", cacheKey: null, clientIp, account: null, turn };
    void stage(new RequestContext(request, response, asked, known, security));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  stop = () => {
    loadShedder.close();
    server.closeAllConnections();
    server.close();
  };
});
afterEach(() => stop());

const ask = (from: string, page: string, signature = "ours") =>
  fetch(`${url}/og${page}.png?s=${signature}`, { headers: { "X-Visitor": from } });

async function statusesOf(times: number, from: string, page: (n: number) => string) {
  const statuses: number[] = [];
  for (let n = 0; n < times; n += 1) statuses.push((await ask(from, page(n))).status);
  return [...new Set(statuses)];
}

test.each([
  ["a page that is never cached", () => "/dashboard", 404],
  ["made-up pages", (n: number) => `/blog/${n}`, 200],
])("pictures of %s count as pages", async (_, page, status) => {
  expect(await statusesOf(150, visitor, page)).toEqual([status]);
  const refused = await ask(visitor, "/dashboard/more");
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(await refused.text()).toContain("Too many requests. Try again in");
  expect([renderings.length, limits]).toEqual([150, ["rendering"]]);
  expect((await ask(other, "/blog/one-more")).status).toBe(200);
});

test("pictures of cached pages count as pictures only", async () => {
  expect(await statusesOf(200, visitor, () => "/blog/binding")).toEqual([200]);
  expect(await statusesOf(150, visitor, () => "/dashboard")).toEqual([404, 429]);
  expect((await ask(visitor, "/blog/binding")).status).toBe(200);
});

test("a picture with a made-up signature costs nothing", async () => {
  for (let n = 0; n < 200; n += 1) expect((await ask(visitor, "/blog/x", "x")).status).toBe(404);
  expect([renderings, limits]).toEqual([[], []]);
});

test.each(["/%62log/binding", "/blog//binding", "/blog/x%2f..%2fbinding"])(
  "a page has no picture by another spelling of its path, which would cache it again: %s",
  async (path) => {
    expect((await ask(visitor, path)).status).toBe(404);
    expect([renderings, pages.sizes.pages.entries]).toEqual([[], 0]);
  },
);

test("a page is rendered in the slots and the turn of the visitor's network", async () => {
  let finish = () => {};
  rendered = new Promise((resolve) => (finish = resolve));
  const waiting = Array.from({ length: 20 }, (_, n) => ask(visitor, `/blog/${n}`));
  await expect.poll(() => renderings.length).toBe(20);
  const refused = await ask(visitor, "/blog/20");
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([503, "2"]);
  expect(limits).toEqual(["shed"]);
  // One that waits for the same page takes no slot.
  waiting.push(ask(visitor, "/blog/0"), ask(other, "/blog/20"));
  await expect.poll(() => renderings.length).toBe(21);
  finish();
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(22).fill(200));
  expect(renderings.map(({ network }) => network)).toEqual([...Array(20).fill(visitor), other]);
});
