import { readdirSync, readFileSync } from "node:fs";
import type { APIRequestContext } from "@playwright/test";
import type { SanityClient } from "@sanity/client";
import { z } from "zod";
import { openBackendLake } from "./support/backend-lake";
import { programPaths } from "./support/program-paths";
import { expect, test } from "./support/test";

/*
 * What editors have not published, or not yet, must appear nowhere, on no page and in nothing that
 * programs read: a draft of every type, both new and of a published document, and articles,
 * openings and releases whose time has not come or has passed. One published article shows that the
 * edits have arrived everywhere, and that these checks would see what they look for.
 */

const secret = "Zinkplatte";
const shown = "Kupferplatte";

const document = z.looseObject({ _id: z.string(), _type: z.string() });
type Document = z.infer<typeof document>;

const seed = readdirSync("content")
  .filter((name) => name.endsWith(".ndjson"))
  .flatMap((name) => readFileSync(`content/${name}`, "utf8").split("\n").filter(Boolean))
  // The seed's pictures name their files, which only the importer understands.
  .map((line) =>
    document.parse(JSON.parse(line, (_, value) => (isPicture(value) ? undefined : value))),
  );
const types = [...new Set(seed.map(({ _type }) => _type))];
const scheduledTypes = ["post", "jobOpening", "changelogEntry"];

function isPicture(value: unknown): boolean {
  return typeof value === "object" && value !== null && "_sanityAsset" in value;
}

/**
 * A document like one of the seed, with a mark in every text by which pages name it, and a path of
 * its own.
 */
function marked(original: Document, mark: string, id: string, changes: object = {}): Document {
  const words = ["title", "name", "heading", "question", "version", "summary", "excerpt", "desc"];
  const names = Object.fromEntries(
    words
      .filter((word) => typeof original[word] === "string")
      .map((word) => [word, `${mark} ${word}`]),
  );
  const slug = mark.toLowerCase();
  const address = {
    ...("slug" in original && { slug: { _type: "slug", current: `${slug}-${id}` } }),
    ...(original._type === "jobOpening" && { id: { _type: "slug", current: `${slug}-${id}` } }),
    ...(original._type === "plan" && { id: `${slug}-${id}` }),
    ...(original._type === "redirect" && { from: `/${slug}-${id}`, to: "/about" }),
    ...(Array.isArray(original.tags) && { tags: [mark] }),
  };
  return { ...original, ...names, ...address, ...changes };
}

const first = (type: string) => {
  const found = seed.find(({ _type }) => _type === type);
  if (!found) throw new Error(`The seed has no ${type}.`);
  return found;
};

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();
const made: Document[] = [
  ...types.map((type) => marked(first(type), secret, "new", { _id: `drafts.unseen-${type}` })),
  ...types.map((type) => {
    const original = first(type);
    return { ...marked(original, secret, "changed"), _id: `drafts.${original._id}` };
  }),
  ...scheduledTypes.flatMap((type) => [
    marked(first(type), secret, "later", { _id: `unseen-later-${type}`, publishAt: hours(24) }),
    marked(first(type), secret, "over", { _id: `unseen-over-${type}`, unpublishAt: hours(-1) }),
  ]),
  // Its own page says that it is closed; nothing else names it.
  marked(first("jobOpening"), secret, "closed", {
    ...{ _id: "unseen-closed", postedDate: "2020-01-01", validThrough: "2020-02-01" },
  }),
  marked(first("jobOpening"), shown, "open", {
    ...{ _id: "unseen-open", postedDate: hours(-1).slice(0, 10), validThrough: undefined },
  }),
  marked(first("changelogEntry"), shown, "released", {
    _id: "unseen-released",
    date: "2027-01-01",
  }),
  marked(first("post"), shown, "now", { _id: "unseen-control", date: "2027-01-01" }),
];

let lake: SanityClient;

test.beforeAll(async ({ site }) => {
  // Through the site, an idle connection was closed just as the last transaction was sent.
  lake = await openBackendLake(site.dataDirectory);
  const transaction = lake.transaction();
  for (const each of made) transaction.createOrReplace(each);
  await transaction.commit();
});

test.afterAll(async () => {
  const transaction = lake.transaction();
  for (const { _id } of made) transaction.delete(_id);
  await transaction.commit();
});

async function textOf(request: APIRequestContext, path: string) {
  return (await request.get(path)).text();
}

async function everyPage(request: APIRequestContext, site: string) {
  const sitemap = await textOf(request, "/sitemap.xml");
  return [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) =>
    (address ?? "").slice(site.length),
  );
}

test("a draft of every type is in the lake", async () => {
  expect(types.length).toBeGreaterThanOrEqual(20);
  const ids = made.filter(({ _id }) => _id.startsWith("drafts.")).map(({ _id }) => _id);
  expect(await lake.fetch("count(*[_id in $ids])", { ids })).toBe(ids.length);
});

test("unpublished content is on no page, in no page data, Markdown, feed or list", async ({
  playwright,
  request,
  site,
}) => {
  test.setTimeout(300_000);
  const lists = ["/blog", "/careers", "/changelog", "/sitemap"];
  const ofPublished = programPaths.filter((path) => !/robots|security|pricing/.test(path));
  for (const path of [...lists, ...lists.map((list) => `${list}.md`), ...ofPublished]) {
    await expect
      .poll(async () => (await textOf(request, path)).toLowerCase(), { message: path })
      .toContain(shown.toLowerCase());
  }
  const pages = await everyPage(request, site.url);
  expect(pages).toContain(`/blog/${shown.toLowerCase()}-now`);
  const data = pages.map((path) => (path === "/" ? "/_root.data" : `${path}.data`));
  // The Markdown of all others is in /llms-full.txt.
  const twins = [...lists.map((list) => `${list}.md`), "/index.md"];
  const leaks: string[] = [];
  for (const paths of [pages, data, [...twins, ...programPaths]]) {
    // One network may not have so many pages rendered in a minute.
    site.changeNetwork();
    const visitor = await playwright.request.newContext({ baseURL: site.url });
    for (const path of paths) {
      const response = await visitor.get(path);
      expect(response.status(), path).toBeLessThan(300);
      if ((await response.text()).toLowerCase().includes(secret.toLowerCase())) leaks.push(path);
    }
    await visitor.dispose();
  }
  expect(leaks).toEqual([]);
});

test("no search finds it", async ({ page }) => {
  await page.goto(`/blog?q=${shown}`);
  await expect(page.getByRole("heading", { name: `${shown} title` })).toBeVisible();
  await page.goto(`/blog?q=${secret}`);
  await expect(page.getByRole("heading", { name: "No Posts Found" })).toBeVisible();
  await page.goto(`/docs?q=${secret}`);
  await expect(page.getByText("No feature has all of these words")).toBeVisible();
});

test("it has no URL", async ({ request }) => {
  const slug = secret.toLowerCase();
  for (const topic of [`/blog/tag/${slug}`, `/blog/category/${slug}`])
    expect((await request.get(topic)).status(), topic).toBe(404);
  for (const area of ["/blog", "/careers", "/solutions", "/docs", ""]) {
    for (const id of ["new", "changed", "later", "over"]) {
      for (const suffix of id === "later" ? ["", ".md"] : [""]) {
        const path = `${area}/${slug}-${id}${suffix}`;
        expect((await request.get(path)).status(), path).toBe(404);
      }
    }
  }
});

test("it cannot be read from the lake without signing in", async ({ request }) => {
  const query = encodeURIComponent(`*[_id == "drafts.unseen-post"]`);
  const response = await request.get(`/lake/v2025-02-19/data/query/production?query=${query}`);
  expect(response.status()).toBe(401);
});
