import { expectNoAxeViolations } from "./support/axe";
import { expect, test } from "./support/test";
import { alreadyAsked, expectToast, open } from "./support/visitor";

const phone = { width: 360, height: 740 };

test("the consent banner, and its preferences", async ({ page }) => {
  await open(page, "/about");
  await expectNoAxeViolations(page);
  await page.getByRole("button", { name: "Preferences" }).click();
  await expect(page.getByRole("dialog", { name: "Cookie Preferences" })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.setViewportSize(phone);
  await expectNoAxeViolations(page);
});

test.describe("the page without the consent banner", () => {
  test.beforeEach(({ page }) => alreadyAsked(page));

  test("the menu of a phone", async ({ page }) => {
    await page.setViewportSize(phone);
    await open(page, "/");
    await page.locator("summary[aria-label='Menu']").click();
    await expect(page.getByRole("navigation", { name: "Main menu" })).toBeVisible();
    await expectNoAxeViolations(page);
  });

  test("the account menu", async ({ userPage }) => {
    await alreadyAsked(userPage);
    await open(userPage, "/about");
    await userPage.getByRole("button", { name: "Your account" }).click();
    await expect(userPage.getByRole("menu")).toBeVisible();
    await expectNoAxeViolations(userPage);
  });

  test("the documentation dialog", async ({ page }) => {
    await open(page, "/about");
    await page.getByRole("link", { name: "Documentation" }).first().click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectNoAxeViolations(page);
  });

  test("a feature's dialog, and all accordions open", async ({ page }) => {
    await open(page, "/");
    await page.getByRole("tabpanel").getByRole("link").first().click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectNoAxeViolations(page);
    await page.keyboard.press("Escape");
    await page.evaluate(() => {
      for (const part of document.querySelectorAll("details")) part.open = true;
    });
    await expectNoAxeViolations(page);
    await page.setViewportSize(phone);
    await expectNoAxeViolations(page);
  });

  test("the contact form with errors, and its prepared message", async ({ page }) => {
    await open(page, "/contact");
    const send = page.getByRole("button", { name: "Send Message" });
    await send.click();
    await expect(page.getByRole("alert")).toBeVisible();
    await expectNoAxeViolations(page);
    for (const name of ["Name", "Subject", "Message"]) {
      await page.getByRole("textbox", { name }).fill("words");
    }
    await page.getByRole("textbox", { name: "Email", exact: true }).fill("nora@paper.example");
    await send.click();
    await expect(page.getByRole("heading", { name: "Your message is ready" })).toBeVisible();
    await expectNoAxeViolations(page);
  });

  test("an empty search result, and a toast", async ({ page }) => {
    await open(page, "/blog?q=zebra");
    await page.getByRole("button", { name: "Subscribe" }).click();
    await expectToast(
      page,
      "Feature Coming Soon!",
      "This feature is not implemented yet. Stay tuned.",
    );
    await expectNoAxeViolations(page);
  });

  test("visitors who prefer reduced motion get none", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await open(page, "/about");
    await page.getByRole("link", { name: "Documentation" }).first().click();
    await expect(page.getByRole("dialog")).toBeVisible();
    const moving = await page.evaluate(
      () =>
        [...document.querySelectorAll("*")].filter((element) => {
          const { animationName, animationDuration, transitionDuration } =
            getComputedStyle(element);
          const longest = (list: string) => Math.max(...list.split(",").map(parseFloat));
          return (
            (animationName !== "none" && longest(animationDuration) > 0.001) ||
            longest(transitionDuration) > 0.001
          );
        }).length,
    );
    expect(moving).toBe(0);
  });
});
