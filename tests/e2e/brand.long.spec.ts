import { expectNoAxeViolations } from "./support/axe";
import { expect, test } from "./support/test";
import { open, openUntil } from "./support/visitor";

const svg = (width: number) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="40" viewBox="0 0 ${width} 40"><rect width="${width}" height="40" fill="#2e9e5b"/></svg>`,
  );

test("a logo and an accent color of the site settings are on every page, and can be read", async ({
  lake,
  page,
}) => {
  const mark = await lake.assets.upload("image", svg(40), { filename: "mark.svg" });
  const asset = { _type: "reference", _ref: mark._id };
  const settings = lake.patch("siteSettings");
  await settings.set({ logo: { _type: "image", asset }, accentColor: "#0a4d24" }).commit();
  // It has no role: the name stands beside it.
  const logo = page.locator("header img").first();
  await openUntil(page, "/", logo);
  await expect(page.getByRole("banner").getByRole("link", { name: "Platen" })).toBeVisible();
  expect(await logo.evaluate((image: HTMLImageElement) => image.naturalHeight)).toBe(40);
  const color = () =>
    page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue("--color-action"),
    );
  expect(await color()).toMatch(/^#(?!19c3ee)/);
  await expectNoAxeViolations(page);
  await open(page, "/blog");
  expect(await color()).toMatch(/^#(?!19c3ee)/);
  await expect(page.locator("link[rel=icon]")).toHaveAttribute("href", /\.svg$/);
});

test("a logo with the name in it stands in place of the name", async ({ lake, page }) => {
  const wordmark = await lake.assets.upload("image", svg(160), { filename: "wordmark.svg" });
  const asset = { _type: "reference", _ref: wordmark._id };
  await lake
    .patch("siteSettings")
    .set({ logo: { _type: "image", asset } })
    .commit();
  const link = page.getByRole("banner").getByRole("link", { name: "Platen" });
  await openUntil(page, "/contact", link.getByRole("img", { name: "Platen" }));
  await expect(link).toHaveText("");
});
