import type { Page } from "@playwright/test";
import { expectWhatAddressSays } from "./support/page-name";
import { publicPages } from "./support/public-pages";
import { expect, test } from "./support/test";
import { alreadyAsked, complaintsOf, open } from "./support/visitor";

/*
 * What works on a fresh load may fail in a navigation within the site: structured data, title and
 * canonical URL are written into an existing page, and between two pages of one kind nothing is
 * mounted again.
 */

test.describe.configure({ timeout: 300_000 });
test.beforeEach(({ page }) => alreadyAsked(page));

/** Loads a page, and detects by a mark whether it was loaded again. */
async function openMarked(page: Page, path: string): Promise<() => Promise<boolean>> {
  await open(page, path);
  await page.evaluate(() => Object.assign(window, { isFirstLoad: true }));
  return () => page.evaluate(() => "isFirstLoad" in window);
}

/** Links that do not open a dialog instead of their page. */
const leading = "main a:not([aria-haspopup])";

/** How many of the pages of one kind, such as articles, are opened from one page. */
const maxOfKind = 3;

/**
 * The paths of pages that the page's main part links to, each once, and some of each kind: what
 * breaks, breaks between kinds of pages, and crawl.long.spec.ts opens all of them.
 */
async function pathsOn(page: Page): Promise<string[]> {
  const links = page.locator(`${leading}[href^="/"]:not([target]):not([href*="#"]):visible`);
  const paths = await links.evaluateAll((all) =>
    all.map((link) => link.getAttribute("href") ?? ""),
  );
  const others = [...new Set(paths)].filter(
    (path) => path !== new URL(page.url()).pathname && !/^\/(studio|lake|auth)\b|\.\w+$/.test(path),
  );
  const chosen = new Map<string, number>();
  return others.filter((path) => {
    const count = (chosen.get(kindOf(path)) ?? 0) + 1;
    chosen.set(kindOf(path), count);
    return count <= maxOfKind;
  });
}

/** The pages directly below one path are of one kind, if it is not the root. */
const kindOf = (path: string) => path.replace(/(?<=^\/[\w-]+\/)[^/]+$/, "…");

for (const [kind, start] of Object.entries(publicPages)) {
  test(`links of ${kind} show the same page by client navigation as by a full load`, async ({
    page,
  }) => {
    const complaints = complaintsOf(page);
    const isFirstLoad = await openMarked(page, start);
    for (const path of await pathsOn(page)) {
      await test.step(path, async () => {
        const link = page.locator(`${leading}[href="${path}"]:visible`).first();
        await link.click();
        await expect(page).not.toHaveURL(start);
        await expectWhatAddressSays(page);
        expect(await isFirstLoad()).toBe(true);
        expect(complaints).toEqual([]);
        await page.goBack();
        await expect(page).toHaveURL(start);
        await expect(link).toBeVisible();
      });
    }
  });
}

test("navigating from one opening to the next replaces everything", async ({ page }) => {
  const complaints = complaintsOf(page);
  const isFirstLoad = await openMarked(page, "/careers/swe-001");
  await page.evaluate(() => window.__remixRouter.navigate("/careers/pm-002"));
  await expect(page).toHaveURL("/careers/pm-002");
  await expectWhatAddressSays(page);
  const data = await page.locator("script[type='application/ld+json']").allTextContents();
  expect(data.join("")).toContain("pm-002");
  expect(data.join("")).not.toContain("swe-001");
  expect(await isFirstLoad()).toBe(true);
  expect(complaints).toEqual([]);
});
