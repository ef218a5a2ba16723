import { expect, test } from "./support/test";
import { alreadyAsked, comingSoon, open, toast } from "./support/visitor";

test.beforeEach(({ page }) => alreadyAsked(page));

const main = "Main";

test("the top navigation has five links, Login and Sign Up", async ({ page }) => {
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

test("the navigation highlights the current page", async ({ page }) => {
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

test("the navbar turns solid after scrolling more than 10 px", async ({ page }) => {
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

test("type-ahead is reset after a second", async ({ userPage }) => {
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

test("logging out leads to the home page", async ({ userPage }) => {
  await userPage.goto("/about");
  await userPage.getByRole("button", { name: "Your account" }).click();
  await userPage.getByRole("menuitem", { name: "Log out" }).click();
  await expect(userPage).toHaveURL(/:\d+\/$/);
  await expect(userPage.getByRole("link", { name: "Login" }).first()).toBeVisible();
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

  test("a toast covers no part of the open menu", async ({ page }) => {
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

  test("Escape closes the menu and returns the focus", async ({ page }) => {
    await open(page, "/about");
    const button = page.locator("summary[aria-label='Menu']");
    await button.focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("navigation", { name: "Main menu" })).toBeHidden();
    await expect(button).toBeFocused();
  });

  test("signed-in users have their links in the menu", async ({ userPage, adminPage }) => {
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

  test("the bottom bar offers Get Started Free while one reads, and leaves for the footer", async ({
    page,
  }) => {
    await open(page, "/");
    const bar = page.getByRole("complementary", { name: "Get started" });
    await expect(bar).toBeHidden();
    await page.locator("#solutions").scrollIntoViewIfNeeded();
    await expect(bar.getByText("No credit card required")).toBeVisible();
    const button = bar.getByRole("link", { name: "Get Started Free" });
    await expect(button).toHaveAttribute("href", "https://crafter.platen.example/");
    await expect(button).toBeInViewport();
    await page.setViewportSize({ width: 740, height: 360 });
    await expect(bar).toBeHidden();
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(button).toBeInViewport();
    await page.getByRole("contentinfo").getByText("Cookie preferences").scrollIntoViewIfNeeded();
    await expect(bar).toBeHidden();
  });

  test("the bottom bar covers no form and no ticket", async ({ page }) => {
    for (const path of ["/contact", "/careers/swe-001", "/docs", "/signup"]) {
      await open(page, path);
      await page.mouse.wheel(0, 700);
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(400);
      await expect(page.getByRole("complementary", { name: "Get started" })).toBeHidden();
    }
  });
});

test("the bottom bar is for phones only", async ({ page }) => {
  await open(page, "/");
  await page.locator("#solutions").scrollIntoViewIfNeeded();
  await expect(page.getByRole("link", { name: /^Back to top/ })).toBeVisible();
  await expect(page.getByRole("complementary", { name: "Get started" })).toBeHidden();
});
