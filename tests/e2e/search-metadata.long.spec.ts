import type { APIRequestContext, Page } from "@playwright/test";
import type { SanityClient } from "@sanity/client";
import { z } from "zod";
import { openLakeClient } from "./support/lake-client";
import { expect, test } from "./support/test";

let lake: SanityClient;

test.beforeAll(async ({ browser, site }) => {
  const context = await browser.newContext({ storageState: site.administrator });
  lake = await openLakeClient(await context.newPage(), site.url);
  await context.close();
});

const node = z.looseObject({ "@type": z.string(), "@context": z.string().optional() });

/** The structured data of a page, by type. */
async function structuredData(page: Page, path: string) {
  await page.goto(path);
  const texts = await page.locator("script[type='application/ld+json']").allTextContents();
  return new Map(
    texts.map((text) => node.parse(JSON.parse(text))).map((each) => [each["@type"], each]),
  );
}

const kinds: [path: string, types: string[]][] = [
  ["/", ["Organization", "WebSite", "SoftwareApplication", "FAQPage"]],
  ["/blog", ["Blog"]],
  ["/blog/secure-document-handling-in-the-cloud", ["BlogPosting", "BreadcrumbList"]],
  ["/careers", ["ItemList", "BreadcrumbList"]],
  ["/careers/swe-001", ["JobPosting", "BreadcrumbList"]],
  ["/solutions", ["CollectionPage", "BreadcrumbList"]],
  ["/solutions/publishing", ["Service", "BreadcrumbList"]],
  ["/docs", ["CollectionPage", "BreadcrumbList"]],
  ["/docs/merge-pdfs", ["TechArticle", "BreadcrumbList"]],
  ["/about", ["AboutPage", "BreadcrumbList"]],
  ["/contact", ["ContactPage", "BreadcrumbList"]],
  ["/security", ["WebPage", "BreadcrumbList"]],
  ["/changelog", ["WebPage", "BreadcrumbList"]],
  ["/terms", ["WebPage", "BreadcrumbList"]],
];

for (const [path, types] of kinds) {
  test(`${path} has the structured data: ${types.join(", ")}`, async ({ page, baseURL }) => {
    const data = await structuredData(page, path);
    expect([...data.keys()].sort()).toEqual([...types].sort());
    for (const each of data.values()) {
      expect(each["@context"]).toBe("https://schema.org");
      // Whatever it names of this site must be under the site's own URL.
      const addresses = JSON.stringify(each).match(/"https?:\/\/[^"]+"/g) ?? [];
      expect(addresses.join()).not.toMatch(/undefined|null|\[object/);
    }
    await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", baseURL + path);
  });
}

/**
 * The price of each plan, as shown in the cards, the comparison and the structured data of the home
 * page.
 */
async function prices(page: Page) {
  const data = await structuredData(page, "/");
  const offers = z
    .looseObject({ offers: z.array(z.looseObject({ name: z.string(), price: z.number() })) })
    .parse(data.get("SoftwareApplication"))
    .offers.map(({ name, price }): [string, number] => [name, price]);
  const amount = (text: string) => Number(/\$([\d,.]+)/.exec(text)?.[1]?.replace(/,/g, ""));
  const cards: [string, number][] = [];
  for (const [name] of offers) {
    const card = page
      .locator("#pricing")
      .getByRole("listitem")
      .filter({ has: page.getByRole("heading", { name, exact: true }) });
    cards.push([name, amount(await card.innerText())]);
  }
  const heads = await page.locator("#features-table thead th").allInnerTexts();
  const columns = heads.slice(1).map((text): [string, number] => {
    const name = offers.map(([name]) => name).find((name) => text.includes(name)) ?? text;
    return [name, amount(text)];
  });
  return { offers, cards, columns };
}

test("plan cards, comparison and offers have the same prices", async ({ page }) => {
  const { offers, cards, columns } = await prices(page);
  expect(offers).toEqual([
    ["Free", 0],
    ["Developer", 9],
    ["Business", 29],
    ["Enterprise", 99],
  ]);
  expect(cards).toEqual(offers);
  expect(columns).toEqual(offers.slice(0, 3));
});

test("a price that an editor changes is changed in all three", async ({ page }) => {
  await lake.patch("plan-developer").set({ price: 11 }).commit();
  try {
    await expect.poll(async () => (await prices(page)).offers[1]).toEqual(["Developer", 11]);
    const { cards, columns } = await prices(page);
    expect(cards[1]).toEqual(["Developer", 11]);
    expect(columns[1]).toEqual(["Developer", 11]);
  } finally {
    await lake.patch("plan-developer").set({ price: 9 }).commit();
  }
});

/**
 * Parses a document as XML, as strictly as browsers do, and returns the text of what a selector
 * finds.
 */
async function readXml(page: Page, request: APIRequestContext, path: string, selector: string) {
  const response = await request.get(path);
  expect(response.status()).toBe(200);
  // Not on a page of the site: there, strings may not become documents.
  await page.goto("about:blank");
  return page.evaluate(
    ([text, selector]) => {
      const parsed = new DOMParser().parseFromString(text ?? "", "application/xml");
      const error = parsed.querySelector("parsererror");
      if (error) throw new Error(error.textContent ?? "malformed");
      return [...parsed.querySelectorAll(selector ?? "")].map((each) => each.textContent ?? "");
    },
    [await response.text(), selector],
  );
}

test("sitemap and feed are well-formed whatever an editor writes, and updated at once", async ({
  page,
  request,
  baseURL,
}) => {
  const title = `</title>]]><script>alert("&")</script> 'ö' 😀`;
  // Pages set the quotes.
  const shown = `</title>]]><script>alert(“&”)</script> ‘ö’ 😀`;
  const slug = "hostile-words";
  await lake.createOrReplace({
    _id: "hostile-post",
    _type: "post",
    title: `${title}\u0000\u0008\uFFFE`,
    slug: { _type: "slug", current: slug },
    excerpt: "<b>&amp;</b>",
    date: "2027-01-01",
    tags: [`"><evil/>`],
    category: { _type: "reference", _ref: "category-security" },
    content: [
      {
        _type: "block",
        _key: "a",
        style: "normal",
        markDefs: [],
        children: [{ _type: "span", _key: "b", text: "</content>]]>&\u000b", marks: [] }],
      },
    ],
  });
  try {
    const titles = () => readXml(page, request, "/feed.xml", "entry > title");
    await expect.poll(titles).toContain(shown);
    expect(await readXml(page, request, "/feed.xml", "evil, script")).toEqual([]);
    expect((await readXml(page, request, "/feed.xml", "entry > content"))[0]).toBe(
      "<p>&lt;/content&gt;]]&gt;&amp;</p>",
    );
    expect(await readXml(page, request, "/sitemap.xml", "loc")).toContain(
      `${baseURL}/blog/${slug}`,
    );
    const data = await structuredData(page, `/blog/${slug}`);
    expect(data.get("BlogPosting")?.headline).toContain(shown);
  } finally {
    await lake.delete("hostile-post");
  }
  await expect
    .poll(() => readXml(page, request, "/sitemap.xml", "loc"))
    .not.toContain(`${baseURL}/blog/${slug}`);
});

test("the sitemap lists each page once, with the date of its document", async ({
  page,
  request,
  baseURL,
}) => {
  const addresses = await readXml(page, request, "/sitemap.xml", "loc");
  expect(new Set(addresses).size).toBe(addresses.length);
  for (const path of ["/", "/blog", "/docs/merge-pdfs", "/careers/swe-001", "/terms", "/sitemap"])
    expect(addresses).toContain(baseURL + path);
  const dates = await readXml(page, request, "/sitemap.xml", "lastmod");
  // Archives have no document, and so no date.
  const ofDocuments = addresses.filter((address) => !/\/blog\/(tag|category)\//.test(address));
  expect(dates.length).toBeGreaterThan(ofDocuments.length - 3);
  for (const date of dates) expect(Date.parse(date)).not.toBeNaN();
});

test("the feed is valid, and linked in the blog's head", async ({ page, request }) => {
  await page.goto("/blog");
  const link = page.locator("link[rel=alternate][type='application/atom+xml']");
  await expect(link).toHaveAttribute("href", "/feed.xml");
  for (const required of ["feed > id", "feed > title", "feed > updated", "feed > author > name"])
    expect((await readXml(page, request, "/feed.xml", required))[0]).toMatch(/./);
  const entries = await readXml(page, request, "/feed.xml", "entry");
  expect(entries.length).toBeGreaterThanOrEqual(4);
  for (const part of [
    "id",
    "title",
    "published",
    "updated",
    "author > name",
    "summary",
    "content",
  ]) {
    const texts = await readXml(page, request, "/feed.xml", `entry > ${part}`);
    expect(texts.filter(Boolean), part).toHaveLength(entries.length);
  }
});

test("robots.txt excludes personal pages and names the sitemap", async ({ request, baseURL }) => {
  const lines = (await (await request.get("/robots.txt")).text()).split("\n");
  for (const path of ["/admin", "/dashboard", "/studio", "/lake", "/logout", "/auth"])
    expect(lines).toEqual(expect.arrayContaining([`Disallow: ${path}$`, `Disallow: ${path}/`]));
  expect(lines).toContain("Allow: /lake/images/");
  expect(lines).toContain(`Sitemap: ${baseURL}/sitemap.xml`);
});

test("security.txt says where to report a vulnerability, and expires within a year", async ({
  request,
}) => {
  const response = await request.get("/.well-known/security.txt");
  expect(response.headers()["content-type"]).toBe("text/plain; charset=utf-8");
  const fields = new Map(
    (await response.text())
      .trim()
      .split("\n")
      .map((line) => [line.split(": ")[0], line.split(": ")[1]]),
  );
  expect(fields.get("Contact")).toMatch(/^mailto:\S+@\S+$/);
  const days = (Date.parse(fields.get("Expires") ?? "") - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(366);
});

for (const [path, type] of [
  ["/sitemap.xml", "application/xml; charset=utf-8"],
  ["/robots.txt", "text/plain; charset=utf-8"],
  ["/feed.xml", "application/atom+xml; charset=utf-8"],
  ["/feed.json", "application/feed+json; charset=utf-8"],
  ["/rss.xml", "application/rss+xml; charset=utf-8"],
  ["/llms.txt", "text/plain; charset=utf-8"],
  ["/about.md", "text/markdown; charset=utf-8"],
] as const) {
  test(`${path} is served as ${type}, from the cache, with 304 for a known ETag`, async ({
    request,
  }) => {
    await request.get(path);
    const response = await request.get(path);
    expect(response.headers()).toMatchObject({
      "content-type": type,
      "x-cache": "hit",
      "cache-control": expect.stringMatching(/^public, max-age=0, s-maxage=1/),
      "x-content-type-options": "nosniff",
    });
    const again = await request.get(path, {
      headers: { "If-None-Match": response.headers().etag ?? "" },
    });
    expect(again.status()).toBe(304);
  });
}

test("the icons in the head exist", async ({ page, request }) => {
  await page.goto("/");
  const icon = page.locator("link[rel=apple-touch-icon]");
  const response = await request.get((await icon.getAttribute("href")) ?? "");
  expect(response.headers()["content-type"]).toBe("image/png");
  expect((await request.get("/icon-512.png")).status()).toBe(200);
});
