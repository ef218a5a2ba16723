import type { Page } from "@playwright/test";
import { expect, test } from "./support/test";

interface Visit {
  path: string;
  /** Descriptions of what is wrong with the page. */
  faults: string[];
  /**
   * Title, description and canonical URL of a page that search engines may list under its own URL.
   */
  listed: { title: string; description: string; canonical: string } | null;
  /** URLs of this site that it links to, and the ids that it has. */
  links: string[];
  ids: string[];
}

/** Separate pages that lead to an account, and are useless to a reader of the sitemap. */
const signInPages = ["/login", "/signup", "/forgot-password"];

/** Not pages: the Studio is its own application, and the rest is files. */
const noPage = /^\/(studio|lake)(\/|$)|\.(xml|txt|png|svg)$/;

test("every page of the sitemap and every link works, on a phone, without an error", async ({
  page,
  request,
  baseURL,
}) => {
  test.setTimeout(600_000);
  const site = baseURL ?? "";
  await page.setViewportSize({ width: 360, height: 740 });
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`error: ${error.message}`));
  page.on("request", (asked) => {
    const url = new URL(asked.url());
    if (/^https?:$/.test(url.protocol) && url.origin !== new URL(site).origin)
      problems.push(`request to ${url.host}`);
  });

  const sitemap = await (await request.get("/sitemap.xml")).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) =>
    (address ?? "").slice(site.length),
  );
  expect(listed.length).toBeGreaterThan(40);
  const visits = new Map<string, Visit>();
  const anchors: { from: string; path: string; id: string }[] = [];
  const waiting = [...listed];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (visits.has(path) || noPage.test(path.split("?")[0] ?? "")) continue;
    const found = await visit(page, path, site);
    found.faults.push(...problems.splice(0));
    visits.set(path, found);
    for (const link of found.links) {
      const [target = "", id = ""] = link.split("#");
      if (id) anchors.push({ from: path, path: target, id });
      waiting.push(target);
    }
  }

  const faults = [...visits.values()].flatMap(({ path, faults }) =>
    faults.map((fault) => `${path}: ${fault}`),
  );
  for (const { from, path, id } of anchors) {
    if (visits.has(path) && !visits.get(path)?.ids.includes(decodeURIComponent(id)))
      faults.push(`${from}: links to ${path}#${id}, which is not there`);
  }
  const pages = [...visits.values()].flatMap(({ listed }) => listed ?? []);
  for (const what of ["title", "description", "canonical"] as const) {
    const values = pages.map((page) => page[what]);
    for (const value of new Set(values.filter((value, at) => values.indexOf(value) !== at)))
      faults.push(`the ${what} “${value}” stands on several pages`);
  }
  const unlisted = pages
    .map(({ canonical }) => canonical.slice(site.length))
    .filter((path) => !listed.includes(path) && !signInPages.includes(path));
  expect(unlisted, "pages that the sitemap does not name").toEqual([]);
  expect([...new Set(faults)]).toEqual([]);
  const description = `${visits.size} addresses, ${pages.length} pages of their own`;
  test.info().annotations.push({ type: "visited", description });
});

async function visit(page: Page, path: string, site: string): Promise<Visit> {
  const response = await page.goto(path);
  const found = await page.evaluate(() => {
    const content = (selector: string, attribute: string) =>
      document.querySelector(selector)?.getAttribute(attribute) ?? "";
    return {
      title: document.title,
      description: content("meta[name=description]", "content"),
      canonical: content("link[rel=canonical]", "href"),
      robots: content("meta[name=robots]", "content"),
      headings: document.querySelectorAll("h1").length,
      width: document.documentElement.scrollWidth,
      hrefs: [...document.querySelectorAll("a[href]")].map((link) => link.getAttribute("href")),
      ids: [...document.querySelectorAll("[id]")].map(({ id }) => id),
      landed: location.pathname + location.search,
    };
  });
  const { title, description, canonical, robots } = found;
  const indexed = !robots.includes("noindex");
  const faults = [
    response?.status() !== 200 && `answers ${response?.status()}`,
    !title && "has no title",
    !description && "has no description",
    indexed && !canonical && "has no canonical address",
    found.headings !== 1 && `has ${found.headings} headings of the first level`,
    found.width > 360 && `is ${found.width} px wide on a phone`,
  ].filter((fault) => fault !== false);
  // Lists that are filtered by their URL name the whole list as canonical.
  const isItself = indexed && canonical === site + path && found.landed === path;
  const links = found.hrefs.flatMap((href) => {
    const address = new URL(href ?? "", site + found.landed);
    return address.origin === new URL(site).origin
      ? address.pathname + address.search + address.hash
      : [];
  });
  return {
    path,
    faults,
    listed: isItself ? { title, description, canonical } : null,
    links,
    ids: found.ids,
  };
}
