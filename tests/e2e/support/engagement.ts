import { expect, type Page } from "@playwright/test";
import type { SanityClient } from "@sanity/client";

/**
 * Opens an article once the site settings have notices in the place of likes, comments and
 * archives, as the specification has them.
 */
export async function openWithNotices(lake: SanityClient, page: Page, path: string) {
  await lake
    .patch("siteSettings")
    .set({
      "behaviour.archives": "notice",
      "behaviour.likes": "notice",
      "behaviour.comments": "notice",
    })
    .commit();
  await expect(async () => {
    await page.goto(path);
    await expect(page.getByRole("button", { name: "Like 0" })).toBeVisible({ timeout: 500 });
  }).toPass();
}
