import type { Page } from "@playwright/test";
import { expect, test } from "./support/test";
import { alreadyAsked, open } from "./support/visitor";

const solutions = [
  ["document-automation", "Document Automation"],
  ["api-integration", "API Integration"],
  ["publishing", "Publishing and Print"],
  ["ecommerce", "E-commerce"],
  ["legal-healthcare", "Legal and Healthcare"],
  ["real-estate", "Real Estate"],
  ["pdf-editor", "PDF Editor"],
  ["templates", "Templates"],
] as const;

test.beforeEach(({ page }) => alreadyAsked(page));

test("the overview shows every solution with its picture and a link", async ({ page }) => {
  await open(page, "/solutions");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Solutions");
  const cards = page.getByRole("main").getByRole("listitem");
  for (const [slug, title] of solutions) {
    const card = cards.filter({ has: page.getByRole("heading", { name: title }) });
    await expect(card.getByRole("link", { name: title })).toHaveAttribute(
      "href",
      `/solutions/${slug}`,
    );
    await expect(card.locator("img")).toHaveCount(1);
  }
  await page.getByRole("link", { name: "Real Estate" }).click();
  await expect(page).toHaveURL(/\/solutions\/real-estate$/);
});

for (const [slug, title] of solutions) {
  test(`/solutions/${slug} has its details, benefits and related solutions`, async ({ page }) => {
    expect((await open(page, `/solutions/${slug}`))?.status()).toBe(200);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    const main = page.getByRole("main");
    for (const heading of [
      "Overview",
      "Key features",
      "Benefits",
      "Example use cases",
      "Related solutions",
    ]) {
      await expect(main.getByRole("heading", { level: 2, name: heading })).toBeVisible();
    }
    await expect(main.getByRole("list", { name: "Tags" }).getByRole("listitem")).not.toHaveCount(0);
    const picture = main.getByRole("img").first();
    await expect(picture).toHaveAttribute("alt", /.{20,}/);
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(300);
    const related = page.getByRole("region", { name: "Related solutions" }).getByRole("heading", {
      level: 3,
    });
    expect(await related.count()).toBeGreaterThan(0);
    await expect(related.filter({ hasText: title })).toHaveCount(0);
  });
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a visitor gets from the overview to a solution and on to a related one", async ({
    page,
  }) => {
    await page.goto("/solutions");
    await page.getByRole("link", { name: "Document Automation" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Document Automation");
    await page.getByRole("link", { name: "Templates" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Templates");
  });
});

/** Follows the first related solution at the bottom of a page. */
async function followRelated(page: Page) {
  const related = page.getByRole("region", { name: "Related solutions" }).getByRole("listitem");
  await related.first().scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(300);
  const title = await related.first().getByRole("heading").innerText();
  await related.first().getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
}

test("navigating to another solution starts at its top", async ({ page }) => {
  await open(page, "/solutions/publishing");
  await followRelated(page);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await expect(page.getByRole("main")).toBeFocused();
});

test("navigating to another solution keeps the scroll position, if set", async ({ lake, page }) => {
  await lake.patch("siteSettings").set({ "behaviour.solutionPlace": "keep" }).commit();
  await expect(async () => {
    await open(page, "/solutions/publishing");
    await followRelated(page);
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(300);
  }).toPass();
  await open(page, "/");
  const card = page.getByRole("link", { name: /Publishing/ }).first();
  await card.scrollIntoViewIfNeeded();
  await card.click();
  await expect(page).toHaveURL(/\/solutions\/publishing$/);
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(300);
});
