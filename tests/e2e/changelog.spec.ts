import type { Page } from "@playwright/test";
import { expect, test } from "./support/test";
import { open } from "./support/visitor";

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

const release = "v2.1.0";

test("releases are listed newest first", async ({ page }) => {
  await open(page, "/changelog");
  await expect(page).toHaveTitle(/^Changelog · /);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Changelog");
  const dates = await page
    .getByRole("article")
    .locator("time")
    .evaluateAll((times) => times.map((time) => time.getAttribute("datetime") ?? ""));
  expect(dates.length).toBeGreaterThan(5);
  expect(dates).toEqual([...dates].sort().reverse());
});

test("a release shows its type, its date and its changes, grouped by type", async ({ page }) => {
  await open(page, "/changelog");
  const entry = page.getByRole("article", { name: release });
  await expect(entry).toHaveAttribute("id", release);
  await expect(entry.getByText("Improvement Release")).toBeVisible();
  await expect(entry.getByText("June 3, 2025")).toBeVisible();
  await expect(entry.getByRole("heading", { name: "Faster merges, fairer queues" })).toBeVisible();
  await expect(entry.getByRole("term")).toHaveText(["Security", "Improvement", "Fix"]);
  await expect(entry.getByRole("list", { name: "Tags" })).toContainText("Rate limits");
});

test("a URL with a version opens at its release, below the navigation", async ({ page }) => {
  await open(page, `/changelog#${release}`);
  await expect.poll(() => topOf(page, release)).toBe(85);
});

test("the index of versions leads to a release and marks it", async ({ page }) => {
  await open(page, "/changelog");
  const index = page.getByRole("navigation", { name: "Versions" });
  await index.getByRole("link", { name: "v1.5.0" }).click();
  await expect(page).toHaveURL("/changelog#v1.5.0");
  await expect.poll(() => topOf(page, "v1.5.0")).toBe(85);
  await expect(index.locator("[aria-current]")).toContainText("v1.5.0");
  await expect(page.getByRole("article", { name: "v1.5.0" })).toBeFocused();
});

test("the link to a release can be copied", async ({ page, baseURL }) => {
  await open(page, "/changelog");
  await page.getByRole("button", { name: `Copy the link to ${release}` }).click();
  await expect(page.getByText("Link Copied!", { exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${baseURL}/changelog#${release}`,
  );
});

test("without JavaScript the releases are readable, and versions are links", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${baseURL}/changelog`);
  await page.getByRole("link", { name: `${release}: link to this release` }).click();
  await expect(page).toHaveURL(new RegExp(`#${release}$`));
  await expect(page.getByRole("article", { name: release })).toBeInViewport();
  await expect(page.getByRole("button", { name: /Copy the link/ })).toHaveCount(0);
  await context.close();
});

test("search engines get the canonical URL and the breadcrumbs", async ({ page }) => {
  await open(page, "/changelog");
  await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", /\/changelog$/);
  const data = await page.locator("script[type='application/ld+json']").allTextContents();
  expect(data.join()).toContain('"@type":"BreadcrumbList"');
});

test("on a phone the versions are in a collapsed list", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await open(page, "/changelog");
  await page.locator("summary").filter({ hasText: "Versions" }).click();
  await expect(page.getByRole("navigation", { name: "Versions" })).toBeVisible();
});

function topOf(page: Page, id: string): Promise<number> {
  return page.evaluate(
    (id) => Math.round(document.getElementById(id)?.getBoundingClientRect().top ?? NaN),
    id,
  );
}
