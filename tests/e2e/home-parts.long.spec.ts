import type { Page } from "@playwright/test";
import { expect, test } from "./support/test";
import { alreadyAsked, open } from "./support/visitor";

const parts = [
  { link: "Features", path: "/features", anchor: "features" },
  { link: "Pricing", path: "/pricing", anchor: "pricing" },
  { link: "FAQ", path: "/faq", anchor: "faq" },
];

const footer = (page: Page, name: string) =>
  page.getByRole("contentinfo").getByRole("link", { name, exact: true });

async function expectAtTop(page: Page, anchor: string) {
  await expect
    .poll(() =>
      page.evaluate((id) => document.getElementById(id)?.getBoundingClientRect().top, anchor),
    )
    .toBeCloseTo(85, -1);
}

for (const { link, path, anchor } of parts) {
  test(`${path} shows visitors the same as the home page`, async ({ page }) => {
    await alreadyAsked(page);
    await open(page, "/");
    const onHome = await page.locator(`#${anchor}`).innerText();
    expect((await open(page, path))?.status()).toBe(200);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(link);
    expect(await page.locator(`#${anchor}`).innerText()).toBe(onHome);
    await expect(page.locator("link[rel=canonical]")).toHaveAttribute(
      "href",
      new RegExp(`${path}$`),
    );
    // The footer still leads visitors to the home page.
    await footer(page, link).click();
    await expect(page).toHaveURL(new RegExp(`/#${anchor}$`));
    await expectAtTop(page, anchor);
  });

  test(`${link} in the footer leads signed-in users to ${path}`, async ({ userPage }) => {
    await alreadyAsked(userPage);
    await open(userPage, "/about");
    await footer(userPage, link).click();
    await expect(userPage).toHaveURL(new RegExp(`${path}#${anchor}$`));
    await expectAtTop(userPage, anchor);
  });
}

test("links to parts of the home page lead signed-in users to pages", async ({ userPage }) => {
  await alreadyAsked(userPage);
  const main = userPage.getByRole("main");
  await open(userPage, "/contact");
  await main.getByRole("link", { name: "Read the FAQ" }).click();
  await expect(userPage).toHaveURL(/\/faq#faq$/);
  await open(userPage, "/docs/merge-pdfs");
  await main.getByRole("link", { name: "Compare all plans" }).click();
  await expect(userPage).toHaveURL(/\/pricing#features-table$/);
  await expectAtTop(userPage, "features-table");
  await open(userPage, "/terms");
  await expect(main.locator("a[href='/pricing#pricing']").first()).toBeVisible();
  await open(userPage, "/");
  await expect(userPage).toHaveURL(/\/dashboard$/);
});

test("the sitemaps list these pages", async ({ page, request }) => {
  await open(page, "/sitemap");
  const xml = await (await request.get("/sitemap.xml")).text();
  for (const { link, path } of parts) {
    await expect(page.getByRole("main").locator(`a[href="${path}"]`)).toContainText(link);
    expect(xml).toContain(`${path}</loc>`);
  }
});
