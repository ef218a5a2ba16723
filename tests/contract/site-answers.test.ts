import { randomBytes } from "node:crypto";
import { request as openRequest, type IncomingMessage } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startRunningSite, type RunningSite } from "./support/running-site";

let site: RunningSite;

beforeAll(async () => {
  site = await startRunningSite();
});
afterAll(() => site.stop());

interface Asked {
  method?: string;
  headers?: Record<string, string>;
}

/** Sends a request without a client that hides encodings, redirects or statuses. */
async function ask(path: string, { method = "GET", headers = {} }: Asked = {}) {
  const response = await new Promise<IncomingMessage>((answered, failed) => {
    const { port } = site;
    openRequest({ port, path, method, headers }, answered).once("error", failed).end();
  });
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
}

/** A path that was not requested yet, so that its page is not cached. */
const newPath = () => `/${randomBytes(6).toString("hex")}`;

const signedIn = { Cookie: "session=of-nobody" };

const open = {
  br: (body: Buffer) => brotliDecompressSync(body).toString(),
  gzip: (body: Buffer) => gunzipSync(body).toString(),
};

test.each([
  ["", ""],
  ["/about", "/made-up"],
  ["/docs", "/docs"],
])("missing pages are one page, whatever their URL (%s)", async (one, other) => {
  const path = newPath();
  const [first, second] = [await ask(one + path), await ask(other + newPath())];
  // What another visitor searched for is private.
  expect(first.body.toString()).not.toContain(path);
  expect([first.status, second.status]).toEqual([404, 404]);
  expect(second.headers["x-cache"]).toBe("miss");
  expect(second.body.equals(first.body)).toBe(true);
});

test("a URL with more segments than any page has is refused with a message", async () => {
  const { status, body } = await ask("/a".repeat(2_000));
  expect(status).toBe(404);
  expect(body.toString()).toBe("There is no page at this URL.\n");
});

test("a missing picture is refused without rendering a page", async () => {
  const { status, headers, body } = await ask(`/og/x/blog.png?s=${randomBytes(6).toString("hex")}`);
  expect(status).toBe(404);
  expect(headers["content-type"]).toMatch(/^text\/plain/);
  expect(body.toString()).toBe("There is no picture at this URL.\n");
});

describe("a response that is not cached", () => {
  test.each([
    ["a search", () => "/blog?q=pdf"],
    ["a missing page", newPath],
    ["a page's data", () => "/blog.data?q=pdf"],
    [
      "the route manifest",
      () => "/__manifest?p=%2Fblog&p=%2Fabout&p=%2F&p=%2Fcareers&p=%2Fdocs&version=test",
    ],
    ["the first response of a page", () => "/about"],
  ])("is compressed: %s", async (_name, path) => {
    const plain = (await ask(path())).body;
    for (const encoding of ["br", "gzip"] as const) {
      const { headers, body } = await ask(path(), { headers: { "Accept-Encoding": encoding } });
      expect(headers["content-encoding"]).toBe(encoding);
      expect(headers.vary).toMatch(/Accept-Encoding/);
      expect(body.length).toBeLessThan(plain.length / 2);
      expect(open[encoding](body).slice(0, 15)).toBe(plain.toString().slice(0, 15));
    }
  });

  test("for one user is compressed when requested from the site's own pages", async () => {
    const from = (site: string | undefined) =>
      ask("/blog", {
        headers: { ...signedIn, "Accept-Encoding": "br", ...(site && { "Sec-Fetch-Site": site }) },
      });
    for (const own of ["same-origin", "none"])
      expect((await from(own)).headers["content-encoding"]).toBe("br");
    for (const other of ["cross-site", "same-site", undefined])
      expect((await from(other)).headers["content-encoding"]).toBeUndefined();
  });

  test("for one user is not stored by any cache", async () => {
    const { headers } = await ask("/blog", { headers: signedIn });
    expect(headers["cache-control"]).toMatch(/private.*no-store/);
    expect(headers["x-cache"]).toBeUndefined();
  });

  test("has its exact length, and no other", async () => {
    const { headers, body } = await ask("/blog?q=pdf", { headers: { "Accept-Encoding": "gzip" } });
    expect(headers["content-length"]).toBeUndefined();
    expect(gunzipSync(body).toString()).toContain("</html>");
  });
});

describe("a cached page", () => {
  test("is rendered once for all concurrent requests", async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => ask("/security")));
    expect(new Set(responses.map(({ headers }) => headers.etag)).size).toBe(1);
    expect((await ask("/security")).headers["x-cache"]).toBe("hit");
  });

  test("says where it came from and how long it took", async () => {
    const path = newPath();
    const first = await ask(path);
    expect(first.status).toBe(404);
    expect(first.headers["x-cache"]).toBe("miss");
    expect(first.headers["server-timing"]).toMatch(/^render;dur=[\d.]+$/);
    const second = await ask(path);
    expect(second).toMatchObject({ status: 404, headers: { "x-cache": "hit" } });
    expect(second.headers["server-timing"]).toBe("cache;desc=hit");
  });

  test("tells caches in front how long to store it, and its purge tags", async () => {
    const { headers } = await ask("/about");
    expect(headers["cache-control"]).toMatch(/^public, max-age=0, s-maxage=1, stale-while-reval/);
    expect(headers["surrogate-key"]).toMatch(/^s1:\S+( s1:\S+)*$/);
    expect(headers.vary).toBe("Accept, Accept-Encoding, Cookie");
  });

  test("has a strong ETag for each of its encodings, and gets 304 for any of them", async () => {
    const tags = new Set<string>();
    for (const encoding of ["identity", "gzip", "br"]) {
      const { headers } = await ask("/about", { headers: { "Accept-Encoding": encoding } });
      expect(headers.etag).toMatch(/^"[^"]+"$/);
      tags.add(String(headers.etag));
    }
    expect(tags.size).toBe(3);
    for (const tag of [...tags, `W/${[...tags][0]}`, `"other", ${[...tags][1]}`, "*"]) {
      const { status, headers, body } = await ask("/about", { headers: { "If-None-Match": tag } });
      expect(status).toBe(304);
      expect(body.length).toBe(0);
      // A cache may not freshen what it has by another strong tag.
      if (tag !== "*") expect(tag).toContain(headers.etag);
      expect(headers["content-length"]).toBeUndefined();
    }
    const other = await ask("/about", { headers: { "If-None-Match": '"other"' } });
    expect(other.status).toBe(200);
  });

  test("that is requested often is compressed again: the same page in fewer bytes, with old ETags still valid", async () => {
    const path = "/changelog";
    const plain = (await ask(path)).body.toString();
    const encodings = ["br", "gzip"] as const;
    const get = (encoding: string, headers: Record<string, string> = {}) =>
      ask(path, { headers: { "Accept-Encoding": encoding, ...headers } });
    const first = { br: await get("br"), gzip: await get("gzip") };
    for (const encoding of encodings) expect(first[encoding].headers.etag).not.toContain("+");
    // A request during the compression gets a whole page too, under the tag of its bytes.
    const bodies = new Map<string, Buffer>();
    for (const each of await Promise.all(Array.from({ length: 60 }, () => get("br")))) {
      const tag = String(each.headers.etag);
      expect(bodies.get(tag)?.equals(each.body)).not.toBe(false);
      bodies.set(tag, each.body);
    }
    await expect.poll(async () => (await get("br")).headers.etag).toMatch(/-br\+"$/);
    for (const encoding of encodings) {
      const { headers, body } = await get(encoding);
      expect(headers["x-cache"]).toBe("hit");
      expect(headers["content-length"]).toBe(String(body.length));
      expect(open[encoding](body)).toBe(plain);
      expect(open[encoding](first[encoding].body)).toBe(plain);
      expect(body.length).toBeLessThanOrEqual(first[encoding].body.length);
      expect(body.equals(first[encoding].body)).toBe(headers.etag === first[encoding].headers.etag);
      // A client with the page as it was sent first has this page.
      for (const held of [first[encoding].headers.etag, headers.etag]) {
        const known = await get(encoding, { "If-None-Match": String(held) });
        expect([known.status, known.body.length, known.headers.etag]).toEqual([304, 0, held]);
      }
      const other = await get(encoding, { "If-None-Match": '"of-another-page-br+"' });
      expect([other.status, other.body.equals(body)]).toEqual([200, true]);
    }
  });

  test("is compressed again even when most of its requests came before it was cached", async () => {
    const path = "/docs/merge-pdfs";
    const headers = { "Accept-Encoding": "br" };
    await Promise.all(Array.from({ length: 60 }, () => ask(path, { headers })));
    await expect.poll(async () => (await ask(path, { headers })).headers.etag).toMatch(/-br\+"$/);
  });

  test("has a HEAD response like its GET, without the body", async () => {
    const get = await ask("/about", { headers: { "Accept-Encoding": "br" } });
    const head = await ask("/about", { method: "HEAD", headers: { "Accept-Encoding": "br" } });
    expect(head.body.length).toBe(0);
    for (const name of ["etag", "content-length", "content-type", "content-encoding"])
      expect(head.headers[name]).toBe(get.headers[name]);
  });

  test("caches its data like the page", async () => {
    await ask("/docs.data?_routes=routes%2Fdocs");
    const again = await ask("/docs.data?_routes=routes%2Fdocs");
    expect(again.headers["x-cache"]).toBe("hit");
    expect(again.headers["content-type"]).toContain("text/x-script");
  });
});

test("a redirect passes campaign parameters on, with cookies and without", async () => {
  for (const headers of [{}, signedIn]) {
    const response = await ask("/documentation?utm_source=mail&gclid=7&other=x", { headers });
    expect(response.status).toBe(301);
    expect(response.headers.location).toBe("/docs?utm_source=mail&gclid=7");
  }
});

test.each([{}, signedIn])(
  "a reply to a comment that is not there leads to the article, once, with %j",
  async (headers) => {
    const article = "/blog/secure-document-handling-in-the-cloud";
    const first = await ask(`${article}?reply=made-up`, { headers });
    expect(first).toMatchObject({ status: 302, headers: { location: article } });
    expect((await ask(article, { headers })).status).toBe(200);
  },
);

test("data requests of older versions are refused with a message", async () => {
  const { status, body } = await ask("/blog?_data=routes%2Fblog");
  expect(status).toBe(400);
  expect(body.toString()).toContain("_data");
});

test("every path has one canonical form, to which the others redirect", async () => {
  for (const [path, form] of [
    ["/%62log?category=x", "/blog?category=x"],
    ["/blog//", "/blog/"],
    ["/a%2fb", "/a%2Fb"],
  ]) {
    expect(await ask(String(path))).toMatchObject({ status: 301, headers: { location: form } });
  }
});

test("a static file is sent with few headers, cacheable forever", async () => {
  const { headers } = await ask("/assets/app-1.js", { headers: { "Accept-Encoding": "br" } });
  expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect(headers["x-content-type-options"]).toBe("nosniff");
  expect(headers["cross-origin-resource-policy"]).toBe("same-origin");
  expect(JSON.stringify(headers).length).toBeLessThan(600);
});
