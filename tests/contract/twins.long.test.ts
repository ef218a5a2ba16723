import { readArchivePath } from "../../app/blog/archive-path";
import { isArchiveFeed } from "../../app/feeds/feed-paths";
import { request as openRequest, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { programPaths } from "../e2e/support/program-paths";
import { siteRoutes } from "../hostile/addresses";
import { isAmong, personalSegments } from "../../app/route-facts";
import { startRunningSite, type RunningSite } from "./support/running-site";

/* What the site has for programs: pages as Markdown, lists of them, feeds and prices. */

const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
const agent = "text/markdown, text/html, */*";

let site: RunningSite;
let pages: string[];

beforeAll(async () => {
  site = await startRunningSite();
  const sitemap = (await ask("/sitemap.xml")).body;
  pages = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = ""]) =>
    url.slice(site.url.length),
  );
});
afterAll(() => site.stop());

async function ask(path: string, headers: Record<string, string> = {}, method = "GET") {
  const response = await new Promise<IncomingMessage>((answered, failed) => {
    openRequest({ port: site.port, path, method, headers, agent: false }, answered)
      .once("error", failed)
      .end();
  });
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

test("every page announces its twin, which has its title and is not for search engines", async () => {
  expect(pages.length).toBeGreaterThan(40);
  for (const path of pages) {
    const html = (await ask(path, { Accept: browser })).body;
    const twin = /<link rel="alternate" type="text\/markdown" href="([^"]+)"/.exec(html)?.[1];
    const { status, headers, body } = await ask(twin ?? `no twin of ${path}`);
    expect([path, status, headers["content-type"]]).toEqual([
      ...[path, 200, "text/markdown; charset=utf-8"],
    ]);
    expect(headers["x-robots-tag"]).toBe("noindex");
    expect(headers.link).toBe(`<${site.url}${path}>; rel="canonical"`);
    expect(body).toMatch(/^# \S/);
    expect(body).not.toMatch(/\bundefined\b|\[object/);
  }
});

describe("the URL of a page", () => {
  test("has the twin for a program that prefers Markdown, and the page for a browser", async () => {
    for (const [path, twin] of [
      ["/", "/index.md"],
      ["/blog", "/blog.md"],
      ["/docs/merge-pdfs", "/docs/merge-pdfs.md"],
    ] as const) {
      const markdown = await ask(path, { Accept: agent });
      expect(markdown.body).toBe((await ask(twin)).body);
      expect(markdown.headers["content-location"]).toBe(twin);
      const html = await ask(path, { Accept: browser });
      expect(html.headers["content-type"]).toBe("text/html; charset=utf-8");
      for (const { headers } of [markdown, html]) expect(headers.vary).toMatch(/\bAccept,/);
      expect((await ask(path, { Accept: agent })).headers["x-cache"]).toBe("hit");
      expect((await ask(path, { Accept: browser })).headers["x-cache"]).toBe("hit");
    }
  });

  test("has the page for everyone where it has no twin, or parameters", async () => {
    for (const path of ["/login", "/search", "/blog?category=security", "/blog?q=pdf"])
      expect((await ask(path, { Accept: agent })).headers["content-type"]).toMatch(/^text\/html/);
  });
});

test("a shared cache takes no response to a program for that to a browser, of missing pages either", async () => {
  for (const path of [...pages, "/search", "/missing", "/blog/missing", "/docs/missing"]) {
    const markdown = await ask(path, { Accept: agent });
    const html = await ask(path, { Accept: browser });
    expect([path, markdown.status]).toEqual([path, html.status]);
    for (const { headers } of [markdown, html])
      expect([path, headers.vary]).toEqual([path, expect.stringMatching(/\bAccept,/)]);
  }
});

test("a twin has a HEAD response, and a 304 for a known ETag", async () => {
  const { headers } = await ask("/about.md");
  const head = await ask("/about.md", {}, "HEAD");
  expect([head.status, head.body, head.headers.etag]).toEqual([200, "", headers.etag]);
  const known = await ask("/about.md", { "If-None-Match": String(headers.etag) });
  expect([known.status, known.body]).toEqual([304, ""]);
});

test("a feature's twin has its endpoint, parameters and call, an article's its tables", async () => {
  const feature = (await ask("/docs/merge-pdfs.md")).body;
  expect(feature).toMatch(/^`POST \/v1\/\S+`$/m);
  expect(feature).toContain("| Name | Type | Required | Description |");
  expect(feature).toMatch(/^```sh\ncurl /m);
  const pricing = (await ask("/pricing.md")).body;
  expect(pricing).toMatch(/^\| Developer \| \$9\/month \|/m);
});

test("the twin of a page that moved leads to the twin of where it is, others are missing", async () => {
  await site.lake.client().create({ _type: "redirect", from: "/blog/old", to: "/blog/new?x=1" });
  await site.lake.client().create({ _type: "redirect", from: "/old", to: "https://a.example/" });
  const moved = (path: string) => expect.poll(async () => (await ask(path)).headers.location);
  await moved("/old.md").toBe("https://a.example/");
  await moved("/blog/old.md").toBe("/blog/new?x=1");
  await site.lake.client().create({ _type: "redirect", from: "/blog/gone", to: "/docs" });
  await moved("/blog/gone.md").toBe("/docs.md");
  for (const path of ["/made-up.md", "/blog/made-up.md", "/login.md"])
    expect([path, await ask(path)]).toMatchObject([
      path,
      { status: 404, headers: { "content-type": "text/plain; charset=utf-8" } },
    ]);
});

/** The sitemap, and archives, list pages that are listed anyway. */
const hasOwnContent = (path: string) => path !== "/sitemap" && readArchivePath(path) === null;

describe("/llms.txt", () => {
  test("has a title, a summary and links to twins that exist", async () => {
    const { body } = await ask("/llms.txt");
    const [title, summary] = body.split("\n\n");
    expect(title).toMatch(/^# \S/);
    expect(summary).toMatch(/^> \S/);
    const links = [...body.matchAll(/^- \[[^\]]+\]\(([^)]+)\)/gm)].map(([, url = ""]) => url);
    for (const path of pages.filter(hasOwnContent)) {
      const twin = `${site.url}${path === "/" ? "/index" : path}.md`;
      expect(links).toContain(twin);
    }
    for (const url of links)
      expect([url, (await ask(url.slice(site.url.length))).status]).toEqual([url, 200]);
  });

  test("has all of the twins in one text, within a bound", async () => {
    const { body, headers } = await ask("/llms-full.txt");
    for (const path of pages.filter(hasOwnContent))
      expect(body).toContain(`Source: ${site.url}${path}\n`);
    expect(body).toContain((await ask("/docs/merge-pdfs.md")).body);
    expect(body.length).toBeLessThan(401_000);
    // Clients and proxies refuse responses with more.
    expect(JSON.stringify(headers).length).toBeLessThan(8_000);
  });
});

test("/pricing.json has the plans as their documents do", async () => {
  const { body, headers } = await ask("/pricing.json");
  expect(headers["content-type"]).toMatch(/^application\/json/);
  const stored = await site.lake
    .client()
    .fetch(`*[_type == "plan"] | order(orderRank, price) { id, name, price, period, credits }`);
  expect(JSON.parse(body)).toMatchObject({ currency: "USD", plans: stored });
});

test("password managers are led to the page with the password", async () => {
  const response = await ask("/.well-known/change-password");
  expect(response).toMatchObject({ status: 302, headers: { location: "/dashboard/security" } });
});

test("robots.txt keeps the crawlers of AI companies out when the settings say so", async () => {
  expect((await ask("/robots.txt")).body).not.toContain("GPTBot");
  await site.lake.client().patch("siteSettings").set({ allowsAiCrawlers: false }).commit();
  await expect.poll(async () => (await ask("/robots.txt")).body).toContain("User-agent: GPTBot\n");
});

test("every file for programs is known to the tests that look into all of them", () => {
  const files = siteRoutes
    .map(({ pattern }) => pattern)
    .filter((path) => /\.[a-z]+$/.test(path) && !/[:*]/.test(path))
    .filter((path) => !isAmong(personalSegments, path) && !path.endsWith(".data"));
  const known = programPaths.filter((path) => !isArchiveFeed(path));
  expect(files.toSorted()).toEqual(known.toSorted());
});
