import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { authenticatorApp } from "./support/authenticator";
import { expectNoAxeViolations } from "./support/axe";
import { authClientOf } from "./support/backend";
import { mailInOutbox } from "./support/mailbox";
import { newPerson } from "./support/people";
import { expect, logIn, signUp, test } from "./support/test";
import { toast } from "./support/visitor";

/**
 * Turns two-factor authentication on through the security page; ends on the recovery codes, and
 * returns them.
 */
async function turnOn(page: Page) {
  await page.goto("/dashboard/security");
  await page.getByRole("link", { name: "Add an authenticator" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  const app = authenticatorApp(await page.locator("input[name=secret]").inputValue());
  return { app, page };
}

const recoveryCodes = (page: Page) =>
  page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");

test("a user sets up two-factor authentication, loses the phone, and signs in with a recovery code", async ({
  page,
  browser,
  baseURL,
}) => {
  const person = newPerson();
  await signUp(page, person);
  const elsewhere = await (await browser.newContext({ baseURL })).newPage();
  await elsewhere.goto("/login");
  await logIn(elsewhere, person);
  await elsewhere.waitForURL("**/dashboard");

  await page.goto("/dashboard/security");
  await expectNoAxeViolations(page);
  await expect(page.getByRole("list", { name: "Sessions" }).getByRole("listitem")).toHaveCount(2);
  await page.getByLabel("Current password").fill("not the password");
  await page.getByLabel("New password").fill("a wholly other mill 8");
  await page.getByRole("button", { name: "Change the password" }).click();
  await expect(page.getByLabel("Current password")).toHaveAccessibleDescription(/incorrect/);
  await expect(page.getByLabel("Current password")).toBeFocused();
  await page.getByLabel("Current password").fill(person.password);
  await page.getByLabel("New password").fill("a wholly other mill 8");
  await page.getByRole("button", { name: "Change the password" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Saved." })).toBeVisible();
  await expect(page.getByText("No other sessions.")).toBeVisible();
  await elsewhere.goto("/dashboard");
  await expect(elsewhere).toHaveURL(/\/login/);
  await elsewhere.context().close();

  const { app } = await turnOn(page);
  await expectNoAxeViolations(page);
  await page.getByRole("textbox", { name: "Code" }).fill("000000");
  await page.getByRole("button", { name: "Turn it on" }).click();
  await expect(page.getByRole("textbox", { name: "Code" })).toHaveAccessibleDescription(
    /incorrect/,
  );
  await page.getByRole("textbox", { name: "Code" }).fill(app.firstCode());
  await page.getByRole("button", { name: "Turn it on" }).click();
  await expect(recoveryCodes(page)).toHaveCount(10);
  await expectNoAxeViolations(page);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download as text" }).click();
  const downloaded = await readFile(await (await download).path(), "utf8");
  const [code = ""] = await recoveryCodes(page).allTextContents();
  expect(downloaded).toContain(code);

  await page.getByRole("link", { name: "I have saved them" }).click();
  await expect(page.getByText("10 of 10 left")).toBeVisible();
  await expectNoAxeViolations(page);

  await page.context().clearCookies();
  await page.goto("/login?redirectTo=%2Fdashboard%2Fprofile");
  await logIn(page, { ...person, password: "a wholly other mill 8" });
  await page.getByText("Lost your authenticator?").click();
  await page.getByLabel("Recovery code").fill("0000 0000 0000 0000");
  await page.getByLabel("New password").fill("a mill wheel of another color");
  await page.getByRole("button", { name: "Use the recovery code" }).click();
  await expect(page.getByLabel("Recovery code")).toHaveAccessibleDescription(/incorrect/);
  await expectNoAxeViolations(page);
  await page.getByLabel("Recovery code").fill(code.toLowerCase());
  await page.getByLabel("New password").fill("a mill wheel of another color");
  await page.getByRole("button", { name: "Use the recovery code" }).click();
  await logIn(page, { ...person, password: "a mill wheel of another color" });
  await expect(page).toHaveURL(/\/dashboard\/security$/);
  await expect(page.getByRole("link", { name: "Add an authenticator" })).toBeVisible();
});

test("authenticators, sessions, own data and deletion work without JavaScript", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  const person = newPerson();
  await signUp(page, person);
  const { app } = await turnOn(page);
  await page.getByRole("textbox", { name: "Code" }).fill(app.firstCode());
  await page.getByRole("button", { name: "Turn it on" }).click();
  await expect(recoveryCodes(page)).toHaveCount(10);
  await page.getByRole("link", { name: "I have saved them" }).click();
  await page.getByText("Remove Phone").first().click();
  await page.getByRole("button", { name: "Remove Phone" }).click();
  await expect(page.getByRole("link", { name: "Add an authenticator" })).toBeVisible();

  const phone = await browser.newContext({
    baseURL,
    userAgent: "Mozilla/5.0 (iPhone) FxiOS/132.0",
  });
  await logInTo(await phone.newPage(), person);
  await page.goto("/dashboard/security");
  const row = page.getByRole("listitem").filter({ hasText: "Firefox on iPhone" });
  await row.getByRole("button", { name: /^End/ }).click();
  await expect(row).toHaveCount(0);
  await phone.close();

  await page.goto("/dashboard/data");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download my data" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^my-data-.*\.json$/);
  expect(JSON.parse(await readFile(await file.path(), "utf8"))).toMatchObject({
    profile: { email: person.email },
  });

  await page.getByLabel("Your email address").fill("someone@platen.example");
  await page.getByRole("button", { name: "Delete my account" }).click();
  await expect(page.getByLabel("Your email address")).toHaveAccessibleDescription(/differs/);
  await page.getByLabel("Your email address").fill(person.email);
  await page.getByRole("button", { name: "Delete my account" }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(
    page.getByRole("status").filter({ hasText: "Your account is closed" }),
  ).toContainText("log in to undo this");
  await page.reload();
  await expect(page.getByText("Your account is closed")).toHaveCount(0);
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();

  await logInTo(page, person);
  await expect(page).toHaveURL(/\/dashboard\/data$/);
  await expect(page.getByRole("heading", { name: "Your account is closed" })).toBeVisible();
  await page.goto("/dashboard/profile");
  await expect(page).toHaveURL(/\/dashboard\/data$/);
  await page.getByRole("button", { name: "Keep my account" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole("status").filter({ hasText: "Welcome back" })).toBeVisible();
  await context.close();
});

async function logInTo(page: Page, person: { email: string; password: string }) {
  await page.goto("/login");
  await logIn(page, person);
  await page.waitForURL(/\/dashboard/);
}

test("the data page, open and closed, is accessible, and says that an account is closed", async ({
  page,
}) => {
  const person = newPerson();
  await signUp(page, person);
  await page.goto("/dashboard/data");
  await expectNoAxeViolations(page);
  await page.getByLabel("Your email address").fill(person.email);
  await page.getByRole("button", { name: "Delete my account" }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByText("Your account is closed").first()).toBeVisible();
  await logInTo(page, person);
  await expectNoAxeViolations(page);
});

test("an account moves to another address once it is confirmed at both", async ({ page, site }) => {
  const person = newPerson();
  const next = newPerson().email;
  await signUp(page, person);
  await page.goto("/dashboard/profile");
  await page.getByRole("link", { name: "Change the address" }).click();
  await expectNoAxeViolations(page);
  await page.getByLabel("New address").fill(person.email);
  await page.getByRole("button", { name: "Send both emails" }).click();
  await expect(page.getByLabel("New address")).toHaveAccessibleDescription(/your address already/);
  await page.getByLabel("New address").fill(next);
  await page.getByRole("button", { name: "Send both emails" }).click();
  const waiting = page.getByRole("status").filter({ hasText: "confirmed at both" });
  await expect(waiting).toContainText(next);
  await expect(waiting).toContainText(person.email);
  await expectNoAxeViolations(page);
  await page.getByRole("button", { name: "Send both emails again" }).click();
  await expect(toast(page, "Address not changed")).toContainText(/Wait \d+ seconds?/);

  for (const [address, outcome] of [
    [person.email, "One more confirmation"],
    [next, "Profile Settings"],
  ] as const) {
    const { links } = await mailInOutbox(site, address);
    await page.goto(links.find((link) => link.includes("/auth/confirm")) ?? "");
    await page.getByRole("button", { name: "Confirm the change" }).click();
    await expect(page.getByRole("heading", { level: 1, name: outcome })).toBeVisible();
  }
  await expect(page.getByRole("definition").filter({ hasText: next })).toBeVisible();
  await page.context().clearCookies();
  await logInTo(page, { ...person, email: next });
});

test("an invited user chooses a password; a mailed link signs in, once", async ({ page, site }) => {
  const admin = await authClientOf(site, "SUPABASE_SECRET_KEY");
  const { email } = newPerson();
  const { error } = await admin.admin.inviteUserByEmail(email);
  expect(error).toBeNull();
  await page.goto(await confirmationLinkTo(email));
  await expect(page.getByRole("heading", { name: "You are invited" })).toBeVisible();
  await page.getByRole("button", { name: "Accept the invitation" }).click();
  await expect(page.getByRole("heading", { name: "Welcome. Choose a password" })).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill("quiet paper mill 7");
  await page.getByRole("button", { name: "Save the password" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);

  await page.context().clearCookies();
  await logInTo(page, { email, password: "quiet paper mill 7" });
  await page.context().clearCookies();
  const auth = await authClientOf(site);
  expect((await auth.signInWithOtp({ email })).error).toBeNull();
  const link = await confirmationLinkTo(email, "magiclink");
  await page.goto(link);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.context().clearCookies();
  await page.goto(link);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert")).toContainText("used already, or is too old");

  async function confirmationLinkTo(address: string, type = "invite"): Promise<string> {
    let found: string | undefined;
    await expect
      .poll(async () => {
        const { links } = await mailInOutbox(site, address);
        found = links.find((each) => each.includes(`type=${type}`));
        return found;
      })
      .toBeDefined();
    return found ?? "";
  }
});
