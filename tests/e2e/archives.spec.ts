import type { Page } from "@playwright/test";
import { expectNoAxeViolations } from "./support/axe";
import { openWithNotices } from "./support/engagement";
import { expect, test } from "./support/test";
import { alreadyAsked, open, openUntil } from "./support/visitor";

/* All articles of a category or with a tag, each on a page with feeds of its own. */

const article = "/blog/secure-document-handling-in-the-cloud";
const tag = "/blog/tag/security";
const category = "/blog/category/developer-guides";
const titles = (page: Page) => page.getByRole("main").getByRole("heading", { level: 2 });

test("a tag of an article leads to all articles with it, and to their feed", async ({ page }) => {
  await alreadyAsked(page);
  await open(page, article);
  const tags = page.getByRole("navigation", { name: "Tags" });
  await tags.getByRole("link", { name: "Security" }).click();
  await expect(page).toHaveURL(new RegExp(`${tag}$`));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Security");
  await expect(page.getByText("2 articles")).toBeVisible();
  await expect(titles(page)).toHaveCount(2);
  await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", new RegExp(`${tag}$`));
  await expectNoAxeViolations(page);

  const feeds = page.locator('link[rel=alternate][href^="/blog/tag/security/feed"]');
  await expect(feeds).toHaveCount(2);
  const atom = await page.request.get(`${tag}/feed.xml`);
  expect(atom.headers()["content-type"]).toContain("application/atom+xml");
  expect((await atom.text()).match(/<entry>/g)).toHaveLength(2);
  const json: unknown = await (await page.request.get(`${tag}/feed.json`)).json();
  expect(json).toMatchObject({ title: expect.stringContaining("Security"), items: [{}, {}] });
  expect(await (await page.request.get(`${tag}.md`)).text()).toContain(article);
});

test("a new article is on the pages of its topics within a second, and the last one of a tag ends its page", async ({
  lake,
  page,
}) => {
  const missing = "/blog/tag/letterpress";
  expect((await page.request.get(missing)).status()).toBe(404);
  const [from] = await lake.fetch<{ _id: string }[]>(
    '*[_type == "category"][slug.current == "security"]',
  );
  await lake.create({
    ...{ _id: "post-letterpress", _type: "post", title: "Type of lead", excerpt: "Heavy." },
    ...{ slug: { _type: "slug", current: "type-of-lead" }, date: "2026-01-01" },
    ...{ tags: ["Letterpress"], category: { _type: "reference", _ref: from?._id } },
  });
  await openUntil(page, missing, page.getByRole("heading", { name: "Type of lead" }));
  await openUntil(
    page,
    "/blog/category/security",
    page.getByRole("heading", { name: "Type of lead" }),
  );
  expect(await (await page.request.get("/sitemap.xml")).text()).toContain(missing);
  await lake.delete("post-letterpress");
  await expect.poll(async () => (await page.request.get(missing)).status()).toBe(404);
});

test("a long archive has pages, and none past the last", async ({ lake, page }) => {
  const transaction = lake.transaction();
  for (let n = 0; n < 13; n++)
    transaction.create({
      ...{ _id: `post-proof-${n}`, _type: "post", title: `Proof ${n}`, excerpt: "One more." },
      ...{ slug: { _type: "slug", current: `proof-${n}` }, date: "2023-01-01", tags: ["Proofs"] },
    });
  await transaction.commit();
  const pages = page.getByRole("navigation", { name: "Pages" });
  await openUntil(page, "/blog/tag/proofs", pages.getByText("Page 1 of 2"));
  await pages.getByRole("link", { name: "Next" }).click();
  await expect(page).toHaveURL(/\/blog\/tag\/proofs\?page=2$/);
  await expect(titles(page)).toHaveCount(1);
  expect((await page.request.get("/blog/tag/proofs?page=3")).status()).toBe(404);
});

test("where the site settings have a notice instead, there is no archive", async ({
  lake,
  page,
}) => {
  await openWithNotices(lake, page, article);
  for (const path of [tag, category, `${tag}/feed.xml`, `${category}.md`])
    await expect.poll(async () => (await page.request.get(path)).status(), path).toBe(404);
  expect(await (await page.request.get("/sitemap.xml")).text()).not.toContain("/blog/tag/");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("an article leads to its category, and from there to the others", async ({ page }) => {
    await page.goto("/blog/optimizing-pdf-workflows-for-enterprise");
    await page.getByRole("article").first().getByRole("link", { name: "Developer Guides" }).click();
    await expect(page).toHaveURL(new RegExp(`${category}$`));
    await expect(titles(page)).toHaveCount(2);
    await page.getByRole("link", { name: "All articles" }).click();
    await expect(page).toHaveURL(/\/blog$/);
  });
});
