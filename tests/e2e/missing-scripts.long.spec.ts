import type { Page } from "@playwright/test";
import { expect, logIn, test } from "./support/test";
import { open } from "./support/visitor";

/*
 * A script that loads later may be gone: the network failed, or the site was updated while the page
 * was open.
 */

/** From now on the script of a part cannot be loaded. */
const lose = (page: Page, part: string) =>
  page.route(new RegExp(`/assets/${part}-`), (route) => route.abort());

test("without the script of a dialog its link leads to the page", async ({ page }) => {
  await lose(page, "documentation-dialog");
  await open(page, "/");
  await page.getByRole("navigation", { name: "Main" }).getByText("Documentation").click();
  await expect(page).toHaveURL(/\/docs$/);

  await lose(page, "feature-dialog");
  await open(page, "/");
  await page.getByRole("link", { name: "Merge PDFs" }).first().click();
  await expect(page).toHaveURL(/\/docs\/merge-pdfs$/);
});

test("without the script of toasts the page works, and the choice is saved", async ({ page }) => {
  await lose(page, "toast-view");
  await open(page, "/contact");
  const asked = page.waitForEvent("requestfailed");
  await page.getByRole("button", { name: "Reject All" }).click();
  await asked;
  await expect(page.getByRole("button", { name: "Reject All" })).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Talk to a person");
});

test("without the script of toasts a failed login still says what to check", async ({ page }) => {
  await lose(page, "toast-view");
  await open(page, "/login");
  await logIn(page, { email: "nobody@platen.example", password: "not the password" });
  await expect(page.getByLabel("Password")).toHaveAccessibleDescription("Check the password.");
});

test("without the script of the account menu the native menu stays", async ({ userPage: page }) => {
  await lose(page, "account-dropdown");
  const asked = page.waitForEvent("requestfailed");
  await page.goto("/dashboard");
  await asked;
  await page.getByLabel("Your account").click();
  await page.getByRole("link", { name: "Profile" }).last().click();
  await expect(page).toHaveURL(/\/dashboard\/profile$/);
});

test("without its scripts a landing page stays as the server sent it", async ({ page }) => {
  await lose(page, "landing-page");
  const asked = page.waitForEvent("requestfailed");
  await open(page, "/startups");
  await asked;
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText("Ship the PDF part this week.");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Blog" }).click();
  await expect(heading).toHaveText("Platen Insights Hub");

  await open(page, "/sitemap");
  await page.getByRole("main").getByRole("link", { name: "For startups" }).click();
  await expect(page).toHaveURL(/\/startups$/);
  await expect(heading).toHaveText("Ship the PDF part this week.");
});
