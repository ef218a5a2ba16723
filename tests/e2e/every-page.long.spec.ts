import type { Page } from "@playwright/test";
import { expectNoAxeViolations } from "./support/axe";
import { publicPages } from "./support/public-pages";
import { expect, test } from "./support/test";
import { alreadyAsked, open } from "./support/visitor";

const pages = {
  ...publicPages,
  "search-results": "/search?q=merge",
  "docs-search": "/docs?q=nothing-at-all",
  "feature-without-call": "/docs/template-designer",
  "not-found": "/nothing-here",
};

/** More than any page has. */
const maxControls = 1_000;

// Pages do not depend on each other: the workers share them.
test.describe.configure({ mode: "parallel" });

/**
 * One visit checks everything, because loading a page costs more than checking it. Outside CI,
 * where somebody may look at them, pictures are left in test-results/screenshots.
 */
for (const [name, path] of Object.entries(pages)) {
  test(`${path} fits every screen, is accessible, and works by keyboard`, async ({ page }) => {
    await alreadyAsked(page);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await open(page, path);
    await expectKeyboardReachesEverything(page);
    await page.evaluate(async () => {
      for (const image of document.images) image.loading = "eager";
      await document.fonts.ready;
    });
    // `decode` would reject a picture that its page requests once more, in another size.
    const missing = () =>
      page.evaluate(() =>
        [...document.images].filter((image) => image.naturalWidth === 0).map(({ src }) => src),
      );
    await expect.poll(missing).toEqual([]);
    // Bars that stay while the page scrolls cover parts of it, at different positions.
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
    for (const width of [1440, 768, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
        .toBe(width);
      if (width !== 768) await expectNoAxeViolations(page);
      const path = `test-results/screenshots/${name}-${width}.jpg`;
      if (!process.env.CI) await page.screenshot({ path, fullPage: true, quality: 80 });
    }
  });
}

/** Presses Tab until the focus has been everywhere: every control gets it, and shows it. */
async function expectKeyboardReachesEverything(page: Page) {
  await page.evaluate(() => {
    let first: HTMLElement | undefined;
    // Recorded as it happens: querying the page after each key takes longer than all the rest.
    document.addEventListener("focusin", ({ target }) => {
      if (!(target instanceof HTMLElement)) return;
      // Only the first control ends the round: a window that gets its focus back reports the
      // control that had it once more, wherever that is.
      if (target === first) document.documentElement.dataset.round = "done";
      first ??= target;
      const outlined = (pseudo?: string) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(target, pseudo);
        return outlineStyle !== "none" && outlineWidth !== "0px";
      };
      target.dataset.reached = outlined() || outlined("::after") ? "seen" : "unseen";
    });
  });
  let pressed = 0;
  for (let round = ""; round !== "done" && pressed < maxControls; pressed += 1) {
    await page.keyboard.press("Tab");
    if (pressed % 5 === 0)
      round = await page.evaluate(() => document.documentElement.dataset.round ?? "");
  }
  expect(pressed).toBeGreaterThan(20);
  expect(pressed, "the focus is caught before it has been everywhere").toBeLessThan(maxControls);
  const missed = await page.evaluate(() => {
    // Tab reaches one radio button of a group, and arrows the others.
    const reachedGroups = new Set(
      [...document.querySelectorAll<HTMLInputElement>("[type=radio][data-reached='seen']")].map(
        ({ name }) => name,
      ),
    );
    const isInReachedGroup = (control: HTMLElement) =>
      control instanceof HTMLInputElement &&
      control.type === "radio" &&
      reachedGroups.has(control.name);
    return [
      ...document.querySelectorAll<HTMLElement>(
        "a[href], button, input, textarea, summary, [tabindex='0']",
      ),
    ]
      .filter(
        (control) =>
          control.checkVisibility({ visibilityProperty: true }) &&
          control.tabIndex >= 0 &&
          !control.matches(":disabled, [data-reached='seen']") &&
          !isInReachedGroup(control),
      )
      .map((control) => control.outerHTML.slice(0, 200));
  });
  expect(missed).toEqual([]);
}
