import type { Page } from "@playwright/test";
import { expect, test } from "./support/test";
import { alreadyAsked, open } from "./support/visitor";

const article = "/blog/optimizing-pdf-workflows-for-enterprise";

test.beforeEach(({ page }) => alreadyAsked(page));

/** Expects the target of this hash to be just below the bar. */
async function expectAtTop(page: Page, hash: string) {
  await expect
    .poll(() =>
      page.evaluate((id) => document.getElementById(id)?.getBoundingClientRect().top, hash),
    )
    .toBeCloseTo(85, -1);
}

test("chapters clicked in turn lead to their headings, twice in one tab", async ({ page }) => {
  await open(page, article);
  const chapters = page.getByRole("navigation", { name: "On this page" }).getByRole("link");
  for (const index of [2, 0, 3, 1, 2, 0, 3, 1]) {
    await page.mouse.wheel(0, 900);
    const chapter = chapters.nth(index);
    const hash = ((await chapter.getAttribute("href")) ?? "").replace(/^.*#/, "");
    await chapter.click();
    await expectAtTop(page, hash);
    await expect(page.locator(`[id="${hash}"]`)).toBeFocused();
  }
});

test("a chapter leads to its heading again after the reader has scrolled", async ({ page }) => {
  await open(page, article);
  const chapter = page.getByRole("navigation", { name: "On this page" }).getByRole("link").first();
  const hash = ((await chapter.getAttribute("href")) ?? "").replace(/^.*#/, "");
  for (let time = 0; time < 3; time++) {
    await chapter.click();
    await expectAtTop(page, hash);
    await page.evaluate(() => window.scrollBy(0, 900));
  }
});

test("Back leads to where the reader was when a chapter was chosen", async ({ page }) => {
  await open(page, article);
  await page.evaluate(() => window.scrollTo(0, 700));
  await page.getByRole("navigation", { name: "On this page" }).getByRole("link").nth(3).click();
  await expect.poll(() => page.evaluate(() => window.scrollY)).not.toBe(700);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(700);
});

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`the link to the openings works repeatedly at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await open(page, "/about");
    await page.getByRole("link", { name: "Explore Careers" }).first().click();
    await expect(page).toHaveURL(/\/careers$/);
    for (let time = 0; time < 3; time++) {
      await page.evaluate(() => window.scrollTo(0, 100));
      await page.getByRole("link", { name: /^See \d openings$/ }).click();
      await expectAtTop(page, "openings");
    }
  });
}

test("the skip link works on every page of a visit", async ({ page }) => {
  await open(page, "/careers");
  const skip = page.getByRole("link", { name: "Skip to content" });
  for (const name of ["Blog", "Company", "Solutions"]) {
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name }).click();
    for (let time = 0; time < 2; time++) {
      await page.evaluate(() => window.scrollTo(0, 900));
      await skip.focus();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("main")).toBeFocused();
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    }
  }
});

test("another anchor in the address bar leads there, and Back to the one before", async ({
  page,
}) => {
  await open(page, "/");
  for (const hash of ["faq", "features", "pricing", "faq"]) {
    // What the address bar does with a URL that differs only in its anchor.
    await page.evaluate((id) => location.assign(`#${id}`), hash);
    await expectAtTop(page, hash);
  }
  await page.goBack();
  await expect(page).toHaveURL(/#pricing$/);
  await page.goForward();
  await expect(page).toHaveURL(/#faq$/);
  await expectAtTop(page, "faq");
});

test("an anchor that cannot be decoded has no effect", async ({ page }) => {
  await open(page, "/about");
  await page.evaluate(() => location.assign("#%"));
  await page.getByRole("link", { name: "Explore Careers" }).first().click();
  await expect(
    page.getByRole("heading", { level: 1, name: "Set the next page with us" }),
  ).toBeVisible();
});
