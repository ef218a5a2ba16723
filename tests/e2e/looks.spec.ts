import { expect, test } from "./test";
import { alreadyAsked } from "./visitor";

/** Pictures of every page at three widths, to be looked at: test-results/screenshots. */
const pages = {
  home: "/",
  blog: "/blog",
  article: "/blog/optimizing-pdf-workflows-for-enterprise",
  solutions: "/solutions",
  solution: "/solutions/document-automation",
  careers: "/careers",
  opening: "/careers/swe-001",
  about: "/about",
  contact: "/contact",
  security: "/security",
  "not-found": "/nothing-here",
};

for (const width of [360, 768, 1440]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 }, isMobile: width < 1024 });

    for (const [name, path] of Object.entries(pages)) {
      test(`${path} fits, and has its picture taken`, async ({ page }) => {
        await alreadyAsked(page);
        await page.emulateMedia({ reducedMotion: "reduce" });
        await page.goto(path);
        await page.evaluate(async () => {
          for (const image of document.images) image.loading = "eager";
          await Promise.all([...document.images].map((image) => image.decode()));
          await document.fonts.ready;
        });
        // A phone would widen the whole page to what sticks out.
        const widths = await page.evaluate(() => [
          document.documentElement.scrollWidth,
          Math.round(window.visualViewport?.width ?? 0),
        ]);
        expect(widths).toEqual([width, width]);
        await page.screenshot({
          path: `test-results/screenshots/${name}-${width}.png`,
          fullPage: true,
        });
      });
    }
  });
}
