import { expect, test } from "./support/test";
import { alreadyAsked, complaintsOf, open } from "./support/visitor";

test.beforeEach(({ page }) => alreadyAsked(page));

test("navigating between pages of one kind logs no errors", async ({ page }) => {
  const complaints = complaintsOf(page);
  const main = page.getByRole("main");
  const bar = page.getByRole("navigation", { name: "Main" });
  const follow = async (path: string) => {
    await page.locator(`a[href="${path}"]:visible`).first().click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.locator("link[rel=canonical]")).toHaveAttribute(
      "href",
      new RegExp(`${path}$`),
    );
  };
  await open(page, "/solutions/publishing");
  const related = await main
    .locator("#related a[href^='/solutions/']")
    .first()
    .getAttribute("href");
  await follow(related ?? "");
  await bar.getByRole("link", { name: "Blog" }).click();
  await page.getByRole("searchbox").fill("redact");
  await expect(page).toHaveURL(/q=redact/);
  await open(page, "/docs/merge-pdfs");
  await follow("/docs/extract-pages");
  const text = await page.locator("script[type='application/ld+json']").allTextContents();
  expect(text.join("")).toContain("/docs/extract-pages");
  expect(complaints).toEqual([]);
});
