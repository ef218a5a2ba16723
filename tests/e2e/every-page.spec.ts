import type { Page } from "@playwright/test";
import { expectNoAxeViolations } from "./axe";
import { publicPages } from "./public-pages";
import { expect, test } from "./test";
import { alreadyAsked, open } from "./visitor";

const pages = {
  ...publicPages,
  "docs-search": "/docs?q=nothing-at-all",
  "feature-without-call": "/docs/template-designer",
  "not-found": "/nothing-here",
};

// Pages do not depend on each other: the workers share them.
test.describe.configure({ mode: "parallel" });

/** One visit sees all of it, because loading a page costs more than looking at it. Pictures: test-results/screenshots. */
for (const [name, path] of Object.entries(pages)) {
  test(`${path} fits every screen, shuts nobody out, and is reached by keyboard`, async ({
    page,
  }) => {
    await alreadyAsked(page);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await open(page, path);
    await expectKeyboardReachesEverything(page);
    await page.evaluate(async () => {
      for (const image of document.images) image.loading = "eager";
      await Promise.all([...document.images].map((image) => image.decode()));
      await document.fonts.ready;
    });
    // Bars that stay while the page moves cover parts of it, here these and there those.
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
    for (const width of [1440, 768, 360]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      if (width !== 768) await expectNoAxeViolations(page);
      const path = `test-results/screenshots/${name}-${width}.jpg`;
      await page.screenshot({ path, fullPage: true, quality: 80 });
    }
  });
}

/** Waits for two frames; where the browser draws none, for a tenth of a second. */
const drawn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((done) => {
        requestAnimationFrame(() => requestAnimationFrame(() => done()));
        setTimeout(done, 100);
      }),
  );

/** Presses Tab as often as there are controls: every one gets the focus, and shows it. */
async function expectKeyboardReachesEverything(page: Page) {
  const controls = await page.evaluate(() => {
    // Looked at while it happens: asking the page after each key takes longer than all the rest.
    document.addEventListener("focusin", ({ target }) => {
      if (!(target instanceof HTMLElement)) return;
      const outlined = (pseudo?: string) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(target, pseudo);
        return outlineStyle !== "none" && outlineWidth !== "0px";
      };
      target.dataset.reached = outlined() || outlined("::after") ? "seen" : "unseen";
    });
    return document.querySelectorAll("a[href], button, input, textarea, summary, [tabindex]")
      .length;
  });
  expect(controls).toBeGreaterThan(20);
  // One shows itself only further down the page, and not before the page has been drawn there.
  for (let pressed = 0; pressed < controls + 5; pressed += 1) {
    await page.keyboard.press("Tab");
    if (pressed % 5 === 0) await drawn(page);
  }
  const missed = await page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        "a[href], button, input, textarea, summary, [tabindex='0']",
      ),
    ]
      .filter(
        (control) =>
          control.checkVisibility({ visibilityProperty: true }) &&
          control.tabIndex >= 0 &&
          !control.matches(":disabled, [data-reached='seen']"),
      )
      .map((control) => control.outerHTML.slice(0, 200)),
  );
  expect(missed).toEqual([]);
}
