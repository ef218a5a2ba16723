import { expect, test } from "./support/test";
import {
  alreadyAsked,
  comingSoon,
  countedEvents,
  expectToast,
  expectToLast,
  open,
  toast,
} from "./support/visitor";

test.beforeEach(({ page }) => alreadyAsked(page));

test("Back to top appears after more than 300 px and opens the crafter app", async ({ page }) => {
  await open(page, "/about");
  const arrow = page.getByRole("link", { name: /Back to top/ });
  await page.evaluate(() => window.scrollTo(0, 300));
  await expect(arrow).toBeHidden();
  await page.evaluate(() => window.scrollTo(0, 301));
  await expect(arrow).toBeVisible();
  await expect(arrow).toHaveAttribute("href", "https://crafter.platen.example/");
  await expect(arrow).toHaveAttribute("target", "_blank");
});

test("a new page starts at its top", async ({ page }) => {
  await open(page, "/about");
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await page.getByRole("contentinfo").getByRole("link", { name: "Careers" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Set the next page with us");
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await expect(page.getByRole("main")).toBeFocused();
});

test("a hash target stops 20 px below the navbar, from another page and on the same one", async ({
  page,
}) => {
  await open(page, "/about");
  const footer = page.getByRole("contentinfo");
  await footer.getByRole("link", { name: "Pricing" }).click();
  await expect(page).toHaveURL(/\/#pricing$/);
  const top = (id: string) =>
    page.evaluate((name) => document.getElementById(name)?.getBoundingClientRect().top, id);
  await expect.poll(() => top("pricing")).toBeCloseTo(65 + 20, 0);
  await footer.getByRole("link", { name: "FAQ" }).click();
  await expect.poll(() => top("faq")).toBeCloseTo(65 + 20, 0);
  await expect(page.locator("#faq")).toBeFocused();
});

test("a solution starts at its top when the visitor comes from elsewhere", async ({ page }) => {
  await open(page, "/");
  const card = page
    .locator("#solutions")
    .getByRole("link", { name: /Publishing/ })
    .first();
  await card.scrollIntoViewIfNeeded();
  await card.click();
  await expect(page).toHaveURL(/\/solutions\/publishing$/);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await expect(page.getByRole("main")).toBeFocused();
});

test("the footer has every link", async ({ page }) => {
  await open(page, "/about");
  const footer = page.getByRole("contentinfo");
  const hrefs = await footer
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  for (const address of [
    "/",
    "/#features",
    "/#pricing",
    "https://docs.platen.example/",
    "/changelog",
    "/about",
    "/blog",
    "/security",
    "/careers",
    "/contact",
    "/#faq",
    "/terms",
    "/privacy",
    "/cookies",
    "https://network.platen.example/company/platen",
    "https://code.platen.example/",
    "mailto:support@platen.example",
  ]) {
    expect(hrefs).toContain(address);
  }
});

test("external links open a new tab and say so", async ({ page }) => {
  await open(page, "/about");
  const outside = page
    .getByRole("contentinfo")
    .getByRole("link", { name: "GitHub (opens in a new tab)" });
  await expect(outside).toHaveAttribute("target", "_blank");
  await expect(outside).toHaveAttribute("rel", "noopener noreferrer");
});

test("the dark theme is forced", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await open(page, "/about");
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(9, 11, 15)");
  await expect(page.locator("html")).toHaveCSS("color-scheme", "dark");
});

test("the first Tab offers the skip link", async ({ page }) => {
  await open(page, "/about");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});

test("while a gated page loads, a loading screen is shown", async ({ page }) => {
  await open(page, "/about");
  // The response waits until the screen was checked.
  let response = () => {};
  const seen = new Promise<void>((resolve) => (response = resolve));
  await page.route(/\/login\.data/, async (route) => {
    await seen;
    await route.continue();
  });
  await page.getByRole("link", { name: "Login" }).first().click();
  await expect(page.getByText("Loading Platen...")).toBeVisible();
  response();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText("Loading Platen...")).toBeHidden();
});

test("missing features show the coming-soon notice for 3 seconds", async ({ page }) => {
  await page.clock.install();
  await open(page, "/blog");
  const ask = () => page.getByRole("button", { name: "Subscribe" }).click();
  await expectToLast(page, { title: comingSoon[0], milliseconds: 3000, ask });
  await ask();
  await expectToast(page, ...comingSoon);
});

test("one toast is shown at a time, each for its full time, and its button closes it", async ({
  page,
}) => {
  await page.clock.install();
  await open(page, "/blog");
  const button = page.getByRole("button", { name: "Subscribe" });
  await button.click();
  const shown = toast(page, "Feature Coming Soon!");
  await expectToast(page, ...comingSoon);
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await expect(shown).toBeHidden();
  await button.click();
  await page.clock.runFor(2000);
  await button.click();
  await page.mouse.move(0, 0);
  await page.clock.runFor(2000);
  await expectToast(page, ...comingSoon);
  await shown.getByRole("button", { name: "Close" }).click();
  await expect(shown).toBeHidden();
});

for (const path of [
  "/nothing-here",
  "/blog/no-such-post",
  "/solutions/no-such-solution",
  "/careers/no-such-job",
]) {
  test(`${path} is the 404 page, with the status 404`, async ({ page }) => {
    const response = await open(page, path);
    expect(response?.status()).toBe(404);
    await expect(page).toHaveTitle("Page Not Found · Platen");
    await expect(page.getByRole("heading", { level: 1, name: "Page Not Found" })).toBeVisible();
    const content = page.getByRole("main");
    for (const address of ["/", "/sitemap", "/contact"]) {
      await expect(content.locator(`a[href="${address}"]`)).toBeVisible();
    }
    await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
  });
}

test("the 404 page suggests the page that was meant", async ({ page }) => {
  await open(page, "/docs/merge-pdf");
  const nearest = page.getByRole("navigation", { name: "Did you mean one of these?" });
  await expect(nearest.getByRole("link")).toHaveText(["/docs/merge-pdfs"]);
  await nearest.getByRole("link").click();
  await expect(page).toHaveURL(/\/docs\/merge-pdfs$/);
  await expect(page.getByRole("heading", { level: 1, name: "Page Not Found" })).toBeHidden();
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the 404 page searches the site", async ({ page }) => {
    await page.goto("/nothing-here");
    await page.getByLabel("Or search for it").fill("secure");
    await page.getByRole("main").getByRole("button", { name: "Search" }).click();
    await expect(page).toHaveURL(/\/search\?q=secure$/);
    await expect(page.getByRole("searchbox")).toHaveValue("secure");
  });
});

test("every page has a title, a description, a canonical URL and structured data", async ({
  page,
  baseURL,
}) => {
  for (const path of [
    "/",
    "/blog",
    "/blog/secure-document-handling-in-the-cloud",
    "/solutions",
    "/solutions/publishing",
    "/careers",
    "/careers/swe-001",
    "/about",
    "/contact",
    "/security",
    "/login",
    "/signup",
    "/forgot-password",
  ]) {
    await page.goto(path);
    await expect(page).toHaveTitle(/Platen/);
    const description = page.locator("meta[name=description]");
    await expect(description).toHaveAttribute("content", /.{50,}/);
    const canonical = page.locator("link[rel=canonical]");
    await expect(canonical).toHaveAttribute("href", `${baseURL}${path}`);
    for (const text of await page.locator("script[type='application/ld+json']").allTextContents()) {
      expect(JSON.parse(text)).toMatchObject({ "@context": "https://schema.org" });
    }
    expect(await page.locator("script[type='application/ld+json']").count()).toBeGreaterThan(0);
  }
});

test("clicks are counted after consent to analytics, and never before", async ({ page }) => {
  await open(page, "/about");
  await page.getByRole("link", { name: "Explore Careers" }).click();
  await expect(page).toHaveURL(/\/careers$/);
  expect(await countedEvents(page)).toEqual([]);
  await alreadyAsked(page, "all");
  await open(page, "/about");
  await page.getByRole("link", { name: "Explore Careers" }).click();
  await expect(page).toHaveURL(/\/careers$/);
  expect(await countedEvents(page)).toEqual([{ event: "Explore Careers from About" }]);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the menu opens, and links and the 404 page work", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/about");
    await page.locator("summary[aria-label='Menu']").click();
    await page
      .getByRole("navigation", { name: "Main menu" })
      .getByRole("link", { name: "Blog" })
      .click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Platen Insights Hub");
    expect((await page.goto("/nothing-here"))?.status()).toBe(404);
    await page.getByRole("link", { name: "Back to the home page" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("PDFs, pressed to order.");
  });

  test("no cookie banner is shown, because nothing is set that needs it", async ({ page }) => {
    await page.goto("/about");
    await expect(page.getByRole("region", { name: "Cookies" })).toBeHidden();
  });
});
