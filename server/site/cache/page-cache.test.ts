import { once } from "node:events";
import { createServer, request as openRequest, type IncomingMessage } from "node:http";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ContentChange } from "~/content/reading/content-events.server";
import type { RenderedPage } from "./cached-page";
import { PageCache } from "./page-cache";

/** Long enough to gain from compression, and different at its best level. */
const text = Array.from({ length: 2_000 }, (_, n) => `<p>Page ${n % 37} of ${n % 11}</p>`).join("");

const found: RenderedPage = {
  status: 200,
  headers: { "Content-Type": "text/html" },
  body: Buffer.from(text),
  tags: ["tag"],
  expiresAt: Infinity,
  stale: false,
  shareable: true,
  setsCookie: false,
};

let pages: PageCache;
let change: (change: ContentChange) => void;
/** What the app renders under each path, where it is not a page that was found. */
let rendered: Map<string, Partial<RenderedPage>>;
/** Milliseconds that have passed for the cache. */
let elapsed: number;
let url: string;
let stop: () => void;

beforeEach(async () => {
  rendered = new Map();
  elapsed = 0;
  pages = new PageCache(
    async (key) => ({ ...found, ...rendered.get(key) }),
    (listener) => {
      change = listener;
    },
    () => elapsed,
  );
  change({ type: "watched", watched: true });
  const server = createServer((request, response) => {
    const key = request.url ?? "/";
    if (pages.serve(key, request, response)) return;
    void pages.fill(key, request, response, "").then((isForEveryone) => {
      if (!isForEveryone) response.end("for one visitor");
    });
  });
  stop = () => {
    server.closeAllConnections();
    server.close();
  };
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
});
afterEach(() => stop());

async function ask(path: string, method = "GET", headers: Record<string, string> = {}) {
  const asking = openRequest(url + path, {
    method,
    headers: { "Accept-Encoding": "gzip", ...headers },
  }).end();
  const [response]: IncomingMessage[] = await once(asking, "response");
  await once(response?.resume() ?? asking, "end");
  return { status: response?.statusCode, headers: response?.headers };
}

async function askOften(path: string, method?: string, headers?: Record<string, string>) {
  for (let n = 0; n < 60; n += 1) await ask(path, method, headers);
}

describe("a cached page that can no longer be shared", () => {
  beforeEach(async () => {
    await ask("/moved");
    await ask("/moved?tag=one");
  });

  test.each(["/moved", "/moved?tag=one"])("is not known anymore: %s", async (path) => {
    rendered.set(path, { status: 301, headers: { Location: "/new" }, shareable: false });
    expect(pages.knows(path)).toBe(true);
    change({ type: "tags", tags: ["tag"] });
    expect((await ask(path)).status).toBe(301);
    expect(pages.knows(path)).toBe(false);
  });

  test("stays while its rendering fails", async () => {
    rendered.set("/moved", { status: 503, shareable: false });
    change({ type: "tags", tags: ["tag"] });
    const { status, headers } = await ask("/moved");
    expect([status, headers?.["x-cache"]]).toEqual([200, "stale"]);
    expect(pages.knows("/moved")).toBe(true);
  });

  test("is not found anymore", async () => {
    rendered.set("/moved", { status: 404 });
    change({ type: "tags", tags: ["tag"] });
    expect((await ask("/moved")).status).toBe(404);
    expect(pages.sizes).toMatchObject({ pages: { entries: 0 }, missing: { entries: 1 } });
  });
});

test("each missing page has its own body and headers, even where others have the same body", async () => {
  const [body, other] = [Buffer.from(`gone ${text}`), Buffer.from(`lost ${text}`)];
  const bodies = { "/a": body, "/b": Buffer.from(body), "/c": other, "/d": body };
  for (const [path, each] of Object.entries(bodies))
    rendered.set(path, { status: 404, body: each, headers: { "X-Path": path } });
  for (const encoding of ["br", "gzip"]) {
    for (const [path, each] of Object.entries(bodies)) {
      const response = await fetch(url + path, { headers: { "Accept-Encoding": encoding } });
      expect([response.status, response.headers.get("X-Path")]).toEqual([404, path]);
      expect(response.headers.get("Content-Encoding")).toBe(encoding);
      expect(await response.text()).toBe(each.toString());
    }
  }
});

test("after an edit, pages are known, and neither variants nor missing pages that anyone made up", async () => {
  rendered.set("/made-up", { status: 404 });
  const paths = ["/page", "/page?tag=made-up", "/made-up"];
  for (const path of paths) await ask(path);
  expect(paths.map((path) => pages.knows(path))).toEqual([true, true, true]);
  change({ type: "tags", tags: ["tag"] });
  expect(paths.map((path) => pages.knows(path))).toEqual([true, false, false]);
});

test("a page that sets a cookie is not shared, also not by those who wait for it", async () => {
  const cookie = { "set-cookie": "session-code-verifier=secret" };
  rendered.set("/begins", { status: 302, headers: cookie, shareable: false, setsCookie: true });
  const responses = await Promise.all([ask("/begins"), ask("/begins")]);
  for (const { headers } of responses) {
    expect(headers).not.toHaveProperty("set-cookie");
    // The end of a response that the cache has not begun.
    expect(headers).toMatchObject({ "content-length": String("for one visitor".length) });
  }
  expect(pages.knows("/begins")).toBe(false);
});

describe("a cached page whose rendering fails", () => {
  const broken = { status: 500, shareable: false };
  /** How often it is rendered by ten requests, all of which must get its last version. */
  async function renderings() {
    const before = pages.renderings;
    for (let n = 0; n < 10; n += 1) {
      const { status, headers } = await ask("/broken");
      expect([status, headers?.["x-cache"]]).toEqual([200, "stale"]);
    }
    return pages.renderings - before;
  }

  beforeEach(async () => {
    await ask("/broken");
    rendered.set("/broken", broken);
    change({ type: "tags", tags: ["tag"] });
  });

  test("is tried again after pauses that grow, half a minute at most", async () => {
    expect(await renderings()).toBe(1);
    for (const pause of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
      elapsed += pause - 1;
      expect(await renderings()).toBe(0);
      elapsed += 1;
      expect(await renderings()).toBe(1);
    }
  });

  test("is tried at once after an edit, and begins with a short pause when it failed again later", async () => {
    expect(await renderings()).toBe(1);
    rendered.delete("/broken");
    change({ type: "tags", tags: ["another"] });
    expect((await ask("/broken")).headers?.["x-cache"]).toBe("miss");
    rendered.set("/broken", broken);
    change({ type: "everything" });
    expect(await renderings()).toBe(1);
    elapsed += 1_000;
    expect(await renderings()).toBe(1);
  });

  test("holds up no other page, and a page that was never cached is always tried", async () => {
    expect(await renderings()).toBe(1);
    expect((await ask("/")).status).toBe(200);
    rendered.set("/new", broken);
    const before = pages.renderings;
    for (let n = 0; n < 3; n += 1) expect((await ask("/new")).status).toBe(500);
    expect(pages.renderings - before).toBe(3);
  });
});

describe("a page is compressed at the best level", () => {
  const isShrunk = async (path: string) => (await ask(path)).headers?.etag?.endsWith('+"') ?? false;
  /** Pages are compressed one after another: those that were queued before this one are done. */
  const lastIsShrunk = async () => {
    await askOften("/last");
    await expect.poll(() => isShrunk("/last")).toBe(true);
  };

  test("when it was sent often", async () => {
    await ask("/");
    expect(await isShrunk("/")).toBe(false);
    await lastIsShrunk();
  });

  test("and not when anyone could make up more of its kind", async () => {
    rendered.set("/made-up", { status: 404 });
    const paths = ["/made-up", "/blog?tag=made-up"];
    for (const path of paths) await askOften(path);
    await lastIsShrunk();
    for (const path of paths) expect(await isShrunk(path), path).toBe(false);
  });

  test("and not when nobody read it", async () => {
    await askOften("/head", "HEAD");
    await askOften("/known", "GET", { "If-None-Match": "*" });
    await lastIsShrunk();
    for (const path of ["/head", "/known"]) expect(await isShrunk(path), path).toBe(false);
  });
});

describe("during a burst of edits", () => {
  const edit = () => change({ type: "tags", tags: ["tag"] });

  test("a page is served for a second although it is stale, and rendered once for all of them", async () => {
    await ask("/");
    for (let n = 0; n < 8; n += 1) edit();
    await ask("/");
    expect(pages.renderings).toBe(1);
    elapsed += 901;
    await ask("/");
    expect(pages.renderings).toBe(2);
  });

  test("a page shows each of a few edits at once, and all of them once they are over", async () => {
    await ask("/");
    for (let n = 0; n < 7; n += 1) {
      edit();
      await ask("/");
    }
    expect(pages.renderings).toBe(8);
    edit();
    elapsed += 2_000;
    await ask("/");
    expect(pages.renderings).toBe(9);
  });

  test("a page is rendered ahead of visitors, but not more often than twice a second", async () => {
    await ask("/");
    for (let n = 0; n < 8; n += 1) edit();
    await new Promise((next) => setTimeout(next, 250));
    expect(pages.renderings).toBe(1);
    elapsed += 451;
    await expect.poll(() => pages.renderings).toBe(2);
  });
});

describe("a page of more than 750 kB", () => {
  const edit = () => change({ type: "tags", tags: ["tag"] });

  test("is served for ten seconds although it is stale, and not rendered ahead of visitors", async () => {
    rendered.set("/large", { body: Buffer.from(text.repeat(30)) });
    await ask("/large");
    await ask("/");
    edit();
    elapsed += 9_999;
    await expect.poll(() => pages.renderings).toBe(3);
    await ask("/large");
    expect(pages.renderings).toBe(3);
    elapsed += 1;
    await ask("/large");
    expect(pages.renderings).toBe(4);
  });
});
