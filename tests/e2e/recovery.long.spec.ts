import { connectAuthenticator } from "./support/authenticator";
import { expectNoAxeViolations } from "./support/axe";
import { mailInOutbox } from "./support/mailbox";
import { newPerson } from "./support/people";
import { expect, logIn, signUp, test, type SharedSite } from "./support/test";
import { toast } from "./support/visitor";
import type { Page } from "@playwright/test";

async function askForLink(site: SharedSite, page: Page, email: string): Promise<string> {
  await page.goto("/forgot-password");
  await page.getByRole("textbox", { name: "Email", exact: true }).fill(email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByRole("status").filter({ hasText: email })).toContainText(
    "If there is an account",
  );
  const { links } = await mailInOutbox(site, email);
  return links.find((link) => link.includes("/auth/confirm")) ?? "";
}

test("a user who forgot the password chooses a new one, and every other session ends", async ({
  page,
  browser,
  baseURL,
  site,
}) => {
  const person = newPerson();
  const elsewhere = await (await browser.newContext({ baseURL })).newPage();
  await signUp(elsewhere, person);

  const link = await askForLink(site, page, person.email);
  await page.goto(link);
  // A mail scanner opens links as well: opening must not use them up.
  await page.goto(link);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
  await expectNoAxeViolations(page);

  await page.getByLabel("New password").fill(person.password);
  await page.getByRole("button", { name: "Save the password" }).click();
  await expect(page.getByLabel("New password")).toHaveAccessibleDescription(/differs/);
  await expectNoAxeViolations(page);
  await page.getByLabel("New password").fill("a wholly other mill 8");
  await page.getByRole("button", { name: "Save the password" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText("Password saved").first()).toBeVisible();

  await elsewhere.goto("/dashboard");
  await expect(elsewhere).toHaveURL(/\/login\?redirectTo=%2Fdashboard$/);
  await logIn(elsewhere, person);
  await expect(toast(elsewhere, "Sign in Failed")).toContainText("Invalid login credentials");
  await logIn(elsewhere, { ...person, password: "a wholly other mill 8" });
  await expect(elsewhere).toHaveURL(/\/dashboard$/);
  await elsewhere.context().close();
});

test("a link works once, and a forged one never", async ({ page, site }) => {
  const person = newPerson();
  await signUp(page, person);
  await page.context().clearCookies();
  const link = await askForLink(site, page, person.email);
  await page.goto(link);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/reset-password$/);
  await page.context().clearCookies();
  for (const spent of [link, "/auth/confirm?token_hash=made-up&type=recovery"]) {
    await page.goto(spent);
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByRole("alert")).toContainText("used already, or is too old");
    await expect(page.getByRole("link", { name: "Send another link" })).toBeVisible();
    await expectNoAxeViolations(page);
  }
});

test("an unknown address gets the same response", async ({ page }) => {
  const stranger = newPerson().email;
  await page.goto("/forgot-password");
  await page.getByRole("textbox", { name: "Email", exact: true }).fill(stranger);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByRole("status").filter({ hasText: stranger })).toContainText(
    "If there is an account",
  );
  // Again at once, when the service would require a wait.
  await page.getByRole("link", { name: "Ask again" }).click();
  await page.getByRole("textbox", { name: "Email", exact: true }).fill(stranger);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByRole("status").filter({ hasText: stranger })).toContainText(
    "If there is an account",
  );
});

test("a malformed address is refused beside the field", async ({ page }) => {
  await page.goto("/forgot-password");
  await page.getByRole("textbox", { name: "Email", exact: true }).fill("nobody");
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(
    page.getByRole("textbox", { name: "Email", exact: true }),
  ).toHaveAccessibleDescription(/such as name@company.example/);
  await expect(page.getByRole("textbox", { name: "Email", exact: true })).toBeFocused();
  await expectNoAxeViolations(page);
});

test("a session that was not opened by email cannot choose a new password", async ({
  userPage,
}) => {
  await userPage.goto("/reset-password");
  await expect(userPage).toHaveURL(/\/forgot-password$/);
  const forced = await userPage.request.post("/reset-password", {
    form: { password: "taken over by a stranger" },
    maxRedirects: 0,
  });
  expect(forced.status()).toBe(302);
  expect(forced.headers().location).toBe("/forgot-password");
});

test("with an authenticator, the mail alone is not enough", async ({ page, site }) => {
  const person = newPerson();
  await signUp(page, person);
  const authenticator = await connectAuthenticator(site, person);
  await page.context().clearCookies();
  await page.goto(await askForLink(site, page, person.email));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Code", { exact: true }).fill(authenticator.nextCode());
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("New password").fill("a wholly other mill 8");
  await page.getByRole("button", { name: "Save the password" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("recovery works without JavaScript", async ({ browser, baseURL, site }) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  const person = newPerson();
  await signUp(page, person);
  await context.clearCookies();
  await page.goto(await askForLink(site, page, person.email));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("New password").fill("a wholly other mill 8");
  await page.getByRole("button", { name: "Save the password" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await context.close();
});

test("an incomplete link is refused with a message", async ({ page }) => {
  for (const query of ["", "?type=recovery", "?token_hash=x&type=nonsense"]) {
    const response = await page.goto(`/auth/confirm${query}`);
    expect(response?.status()).toBe(400);
    await expect(page.getByRole("alert")).toContainText("This link is incomplete");
  }
  await expectNoAxeViolations(page);
});
