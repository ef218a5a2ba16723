import type { Page } from "@playwright/test";
import { expect, test } from "./support/test";
import { open } from "./support/visitor";

const banner = (page: Page) => page.getByRole("region", { name: "Cookies", exact: true });

for (const width of [360, 768, 1280]) {
  test(`at ${width} px the cookie banner covers nothing at the end of a page`, async ({ page }) => {
    await page.setViewportSize({ width, height: 720 });
    for (const path of ["/login", "/about"]) {
      await open(page, path);
      await expect(banner(page)).toBeVisible();
      await expect(async () => {
        await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
        const last = await page.getByRole("contentinfo").boundingBox();
        const cover = await banner(page).boundingBox();
        expect(last && cover && last.y + last.height <= cover.y, path).toBe(true);
      }).toPass();
    }
  });
}

test("at 1280 px the cookie banner does not reach below the card of an account page", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  for (const path of ["/login", "/signup", "/forgot-password"]) {
    await open(page, path);
    const form = await page.getByRole("main").getByRole("heading", { level: 1 }).boundingBox();
    const cover = await banner(page).boundingBox();
    expect(form && cover && cover.x + cover.width <= form.x, path).toBe(true);
  }
});
