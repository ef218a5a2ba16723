import { expect, test } from "./test";
import {
  alreadyAsked,
  comingSoon,
  countedEvents,
  expectToast,
  expectToLast,
  open,
  toast,
} from "./visitor";

test.beforeEach(({ page }) => alreadyAsked(page));

const main = "Main";

test("the top navigation leads to the five places, and to signing in and up", async ({ page }) => {
  await open(page, "/security");
  const links = page.getByRole("navigation", { name: main, exact: true }).getByRole("link");
  await expect(links).toHaveText(["Solutions", "Documentation", "Blog", "Company", "Careers"]);
  const addresses = ["/solutions", "/documentation", "/blog", "/about", "/careers"];
  for (const [index, address] of addresses.entries()) {
    await expect(links.nth(index)).toHaveAttribute("href", address);
  }
  const bar = page.getByRole("banner");
  await expect(bar.getByRole("link", { name: "Login" })).toHaveAttribute("href", "/login");
  await expect(bar.getByRole("link", { name: "Sign Up" })).toHaveAttribute("href", "/signup");
});

test("the navigation says where the visitor is", async ({ page }) => {
  await open(page, "/careers/swe-001");
  const item = (name: string) =>
    page.getByRole("navigation", { name: main, exact: true }).getByRole("link", { name });
  await expect(item("Careers")).toHaveAttribute("aria-current", "page");
  await expect(item("Blog")).not.toHaveAttribute("aria-current");
});

test("Documentation opens an action modal instead of a page", async ({ page }) => {
  await open(page, "/about");
  const item = page.getByRole("link", { name: "Documentation" }).first();
  await item.click();
  const modal = page.getByRole("dialog", { name: "Documentation" });
  await expect(modal).toBeVisible();
  await expect(page).toHaveURL(/\/about$/);
  await expect(modal.getByRole("link", { name: /^API docs/ })).toHaveAttribute(
    "href",
    "https://docs.platen.example/",
  );
  await expect(modal.getByRole("link", { name: /^API collection/ })).toHaveAttribute(
    "href",
    "https://docs.platen.example/collection",
  );
  await expect(modal.getByRole("link", { name: /^Guides/ })).toHaveAttribute("href", "/docs");
  await page.keyboard.press("Escape");
  await expect(modal).toBeHidden();
  await expect(item).toBeFocused();
});

test("the bar turns solid after more than 10 px", async ({ page }) => {
  await open(page, "/about");
  const bar = page.getByRole("banner");
  const background = () => bar.evaluate((element) => getComputedStyle(element).backgroundColor);
  await page.evaluate(() => window.scrollTo(0, 10));
  await expect.poll(background).toBe("rgba(0, 0, 0, 0)");
  await page.evaluate(() => window.scrollTo(0, 11));
  await expect.poll(background).toBe("rgb(9, 11, 15)");
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect.poll(background).toBe("rgba(0, 0, 0, 0)");
});

test("the way back to the top appears after more than 300 px and opens the crafter app", async ({
  page,
}) => {
  await open(page, "/about");
  const arrow = page.getByRole("link", { name: /Back to top/ });
  await page.evaluate(() => window.scrollTo(0, 300));
  await expect(arrow).toBeHidden();
  await page.evaluate(() => window.scrollTo(0, 301));
  await expect(arrow).toBeVisible();
  await expect(arrow).toHaveAttribute("href", "https://crafter.platen.example/");
  await expect(arrow).toHaveAttribute("target", "_blank");
});

test("a new page begins at its top", async ({ page }) => {
  await open(page, "/about");
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await page.getByRole("contentinfo").getByRole("link", { name: "Careers" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Set the next page with us");
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await expect(page.getByRole("main")).toBeFocused();
});

test("a hash comes to rest 20 px below the bar, from another page and on the same one", async ({
  page,
}) => {
  await open(page, "/about");
  const footer = page.getByRole("contentinfo");
  await footer.getByRole("link", { name: "Pricing" }).click();
  await expect(page).toHaveURL(/\/#pricing$/);
  const top = (id: string) =>
    page.evaluate((name) => document.getElementById(name)?.getBoundingClientRect().top, id);
  await expect.poll(() => top("pricing")).toBeCloseTo(64 + 20, 0);
  await footer.getByRole("link", { name: "FAQ" }).click();
  await expect.poll(() => top("faq")).toBeCloseTo(64 + 20, 0);
  await expect(page.locator("#faq")).toBeFocused();
});

test("a solution begins at its top when the visitor comes from elsewhere", async ({ page }) => {
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

test("links to other sites open a tab of their own and say so", async ({ page }) => {
  await open(page, "/about");
  const outside = page
    .getByRole("contentinfo")
    .getByRole("link", { name: "Code repository (opens in a new tab)" });
  await expect(outside).toHaveAttribute("target", "_blank");
  await expect(outside).toHaveAttribute("rel", "noopener noreferrer");
});

test("the dark theme is forced", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await open(page, "/about");
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(9, 11, 15)");
  await expect(page.locator("html")).toHaveCSS("color-scheme", "dark");
});

test("the first Tab offers to skip the navigation", async ({ page }) => {
  await open(page, "/about");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});

test("the account menu opens, moves and closes by keyboard, with type-ahead", async ({
  userPage,
}) => {
  const button = userPage.getByRole("button", { name: "Your account" });
  await button.focus();
  await userPage.keyboard.press("Enter");
  const item = (name: string) => userPage.getByRole("menuitem", { name });
  await expect(item("Dashboard")).toBeFocused();
  await expect(item("Admin")).toHaveCount(0);
  await userPage.keyboard.press("l");
  await expect(item("Log out")).toBeFocused();
  await userPage.keyboard.press("Home");
  await expect(item("Dashboard")).toBeFocused();
  await userPage.keyboard.press("Escape");
  await expect(button).toBeFocused();
});

test("type-ahead forgets what was typed after a second", async ({ userPage }) => {
  await userPage.clock.install();
  await userPage.goto("/about");
  await userPage.getByRole("button", { name: "Your account" }).press("Enter");
  const item = (name: string) => userPage.getByRole("menuitem", { name });
  await expect(item("Dashboard")).toBeFocused();
  await userPage.keyboard.press("l");
  await userPage.clock.runFor(500);
  await userPage.keyboard.press("d");
  // Within the second it searches for "ld", which nothing begins with.
  await expect(item("Log out")).toBeFocused();
  await userPage.clock.runFor(1001);
  await userPage.keyboard.press("d");
  await expect(item("Dashboard")).toBeFocused();
});

test("administrators have Admin in the account menu", async ({ adminPage }) => {
  await adminPage.goto("/about");
  await adminPage.getByRole("button", { name: "Your account" }).click();
  await expect(adminPage.getByRole("menuitem", { name: "Admin" })).toHaveAttribute(
    "href",
    "/admin",
  );
});

test("logging out goes to the home page", async ({ userPage }) => {
  await userPage.goto("/about");
  await userPage.getByRole("button", { name: "Your account" }).click();
  await userPage.getByRole("menuitem", { name: "Log out" }).click();
  await expect(userPage).toHaveURL(/:\d+\/$/);
  await expect(userPage.getByRole("link", { name: "Login" }).first()).toBeVisible();
});

test("while a gated page is on its way, a screen says what is loading", async ({ page }) => {
  await open(page, "/about");
  // The response waits until the screen was checked.
  let answer = () => {};
  const seen = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/\/login\.data/, async (route) => {
    await seen;
    await route.continue();
  });
  await page.getByRole("link", { name: "Login" }).first().click();
  await expect(page.getByText("Loading Platen...")).toBeVisible();
  answer();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText("Loading Platen...")).toBeHidden();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });

  test("the menu mirrors the navigation and turns the bar solid", async ({ page }) => {
    await open(page, "/about");
    const bar = page.getByRole("banner");
    await expect(bar).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
    await page.locator("summary[aria-label='Menu']").tap();
    await expect(bar).toHaveCSS("background-color", "rgb(9, 11, 15)");
    const menu = page.getByRole("navigation", { name: "Main menu" });
    await expect(menu.getByRole("link")).toHaveText([
      "Solutions",
      "Documentation",
      "Blog",
      "Company",
      "Careers",
    ]);
    await expect(bar.getByRole("link", { name: "Login" })).toBeVisible();
    await menu.getByRole("link", { name: "Careers" }).tap();
    await expect(page).toHaveURL(/\/careers$/);
    await expect(menu).toBeHidden();
  });

  test("a toast covers nothing of the open menu", async ({ page }) => {
    await page.clock.install();
    await open(page, "/blog");
    await page.getByRole("button", { name: "Subscribe" }).tap();
    const shown = toast(page, comingSoon[0]);
    await expect(shown).toBeVisible();
    await page.clock.pauseAt(Date.now() + 1_000);
    await page.locator("summary[aria-label='Menu']").tap();
    const menu = page.getByRole("navigation", { name: "Main menu" });
    const links = await menu.getByRole("link").all();
    expect(links.length).toBeGreaterThan(4);
    // A trial click fails where another element would receive the tap.
    for (const link of links) await link.tap({ trial: true });
    await expect(shown).toHaveCount(1);
  });

  test("Escape closes the menu and gives the focus back", async ({ page }) => {
    await open(page, "/about");
    const button = page.locator("summary[aria-label='Menu']");
    await button.focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("navigation", { name: "Main menu" })).toBeHidden();
    await expect(button).toBeFocused();
  });

  test("signed-in people have their places in the menu", async ({ userPage, adminPage }) => {
    for (const person of [userPage, adminPage]) {
      await person.setViewportSize({ width: 360, height: 740 });
      await person.goto("/about");
      await person.locator("summary[aria-label='Menu']").click();
      const menu = person.getByRole("navigation", { name: "Main menu" });
      await expect(menu.getByRole("link", { name: "Dashboard" })).toBeVisible();
      await expect(menu.getByRole("button", { name: "Log Out" })).toBeVisible();
      const forAdmins = menu.getByRole("link", { name: "Admin Panel" });
      await expect(forAdmins).toHaveCount(person === adminPage ? 1 : 0);
    }
  });

  test("a bar stays at the bottom and begins for free", async ({ page }) => {
    await open(page, "/about");
    const bar = page.getByRole("complementary", { name: "Get started" });
    await expect(bar.getByText("No credit card required")).toBeVisible();
    const button = bar.getByRole("link", { name: "Get Started Free" });
    await expect(button).toHaveAttribute("href", "https://crafter.platen.example/");
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
    await expect(button).toBeInViewport();
  });
});

test("the bar at the bottom is for phones only", async ({ page }) => {
  await open(page, "/about");
  await expect(page.getByRole("complementary", { name: "Get started" })).toBeHidden();
});

test("what is not there yet says so for 3 seconds", async ({ page }) => {
  await page.clock.install();
  await open(page, "/blog");
  const ask = () => page.getByRole("button", { name: "Subscribe" }).click();
  await expectToLast(page, { title: comingSoon[0], milliseconds: 3000, ask });
  await ask();
  await expectToast(page, ...comingSoon);
});

test("one toast shows at a time, each with its full time, and its cross closes it", async ({
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

test("every page has a title, a description, a canonical address and structured data", async ({
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

  test("no cookie banner asks, since nothing is set that would need it", async ({ page }) => {
    await page.goto("/about");
    await expect(page.getByRole("region", { name: "Cookies" })).toBeHidden();
  });
});
