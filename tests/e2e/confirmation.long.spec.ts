import { rm } from "node:fs/promises";
import { authenticatorApp } from "./support/authenticator";
import { expectNoAxeViolations } from "./support/axe";
import { newDataDirectory } from "./support/data-directory";
import { gatewayOf } from "./support/gateway";
import { startMailServer } from "./support/mailbox";
import { newPerson } from "./support/people";
import { startSite, type RunningSite } from "./support/start-site";
import { expect, logIn, test } from "./support/test";
import { toast } from "./support/visitor";
import type { Page } from "@playwright/test";

let dataDirectory: string;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let site: RunningSite;

test.beforeAll(async () => {
  dataDirectory = await newDataDirectory();
  mailServer = await startMailServer();
  site = await startSite({
    dataDirectory,
    environment: {
      SMTP_URL: mailServer.url,
      MAIL_FROM: "Platen <no-reply@platen.example>",
      // All of these users sign up from one IP address, which gets a share of the hour's mails.
      AUTH_MAILS_PER_HOUR: "600",
    },
  });
});

test.afterAll(async () => {
  await site.stop();
  await mailServer.close();
  await rm(dataDirectory, { recursive: true, force: true });
});

async function fillIn(page: Page, person: ReturnType<typeof newPerson>, address = "/signup") {
  await page.goto(site.url + address);
  await page.getByLabel("Name").fill(person.name);
  await page.getByRole("textbox", { name: "Email", exact: true }).fill(person.email);
  await page.getByLabel("Password").fill(person.password);
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
}

async function linkTo(email: string): Promise<string> {
  const { links } = await mailServer.mailTo(email);
  return links.find((link) => link.includes("/auth/confirm")) ?? "";
}

test("a sign-up waits for its mail, whose link works once and leads to the remembered page", async ({
  page,
}) => {
  const person = newPerson();
  await fillIn(page, person, "/signup?redirectTo=%2Fcareers");
  await expect(page.getByRole("status").filter({ hasText: person.email })).toBeVisible();
  await expectNoAxeViolations(page);

  const link = await linkTo(person.email);
  await page.goto(`${site.url}/login`);
  await logIn(page, person);
  await expect(toast(page, "Sign in Failed")).toContainText("not confirmed yet");
  await expect(page.getByRole("link", { name: "No confirmation email?" })).toBeVisible();

  await page.goto(link);
  await expectNoAxeViolations(page);
  await page.getByRole("button", { name: "Confirm email address" }).click();
  await expect(page).toHaveURL(`${site.url}/careers`);
  await expect(page.getByText("Your email address is confirmed.").first()).toBeVisible();
  await page.goto(`${site.url}/dashboard`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(person.name);

  await page.context().clearCookies();
  await page.goto(link);
  await page.getByRole("button", { name: "Confirm email address" }).click();
  await expect(page.getByRole("alert")).toContainText("used already, or is too old");
});

test("a customer's path from sign-up to deletion: confirmation, a key, a call in the chart, a second factor, sign-out everywhere, closing", async ({
  browser,
}) => {
  const ask = gatewayOf({ url: site.url, dataDirectory });
  const person = newPerson();
  const newPage = async () => (await browser.newContext({ baseURL: site.url })).newPage();
  const page = await newPage();
  await fillIn(page, person);
  await page.goto(await linkTo(person.email));
  await page.getByRole("button", { name: "Confirm email address" }).click();
  await page.waitForURL("**/dashboard");

  await page.getByRole("link", { name: "Create a key" }).click();
  await page.getByLabel("Name").fill("Invoices");
  await page.getByRole("button", { name: "Create key" }).click();
  const key = (await page.getByText(/^pdf_[\w-]{43}$/).textContent()) ?? "";
  const { body: verdict } = await ask("verify", { key });
  const call = { keyId: verdict.key.id, operation: "pdf/merge", credits: 7 };
  expect((await ask("usage", { ...call, idempotencyKey: "first" })).status).toBe(200);
  await page.goto("/dashboard");
  await page.getByText("View as table").click();
  const days = page.getByRole("table", { name: "Credits used by day" }).getByRole("row");
  await expect(days.nth(1)).toContainText(/17$/);

  await page.goto("/dashboard/security/authenticator");
  await page.getByRole("button", { name: "Continue" }).click();
  const app = authenticatorApp(await page.locator("input[name=secret]").inputValue());
  await page.getByRole("textbox", { name: "Code" }).fill(app.firstCode());
  await page.getByRole("button", { name: "Turn it on" }).click();
  await page.getByRole("link", { name: "I have saved them" }).click();

  const elsewhere = await newPage();
  await elsewhere.goto("/login");
  await logIn(elsewhere, person);
  await elsewhere.getByRole("textbox", { name: "Code" }).fill(app.nextCode());
  await elsewhere.getByRole("button", { name: "Continue" }).click();
  await elsewhere.waitForURL("**/dashboard");
  await page.goto("/dashboard/security");
  await page.getByRole("button", { name: "End all other sessions" }).click();
  await expect(page.getByText("No other sessions.")).toBeVisible();
  await elsewhere.goto("/dashboard");
  await expect(elsewhere).toHaveURL(/\/login/);

  await page.goto("/dashboard/data");
  await page.getByLabel("Your email address").fill(person.email);
  await page.getByRole("button", { name: "Delete my account" }).click();
  await expect(page.getByText("Your account is closed").first()).toBeVisible();
  expect((await ask("verify", { key })).body.code).toBe("suspended");
  await page.goto("/dashboard");
  await expect(page).toHaveURL(/\/login/);
  await page.context().close();
  await elsewhere.context().close();
});

test("the link works on another device, without JavaScript", async ({ page, browser }) => {
  const person = newPerson();
  await fillIn(page, person);
  const elsewhere = await browser.newContext({ javaScriptEnabled: false });
  const phone = await elsewhere.newPage();
  await phone.goto(await linkTo(person.email));
  await phone.getByRole("button", { name: "Confirm email address" }).click();
  await expect(phone).toHaveURL(`${site.url}/dashboard`);
  await elsewhere.close();
});

test("a taken address gets the same response, and no mail", async ({ page }) => {
  const person = newPerson();
  await fillIn(page, person);
  await page.goto(await linkTo(person.email));
  await page.getByRole("button", { name: "Confirm email address" }).click();
  await page.waitForURL("**/dashboard");
  await page.context().clearCookies();
  const before = mailServer.mails.length;

  await page.goto(`${site.url}/auth/resend`);
  await page.getByRole("textbox", { name: "Email", exact: true }).fill(person.email);
  await page.getByRole("button", { name: "Send the email" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  const someone = newPerson();
  await fillIn(page, someone);
  await mailServer.mailTo(someone.email);
  expect(mailServer.mails.length).toBe(before + 1);
});

test("another mail can be requested once the wait shown on the page is over", async ({ page }) => {
  await page.clock.install();
  const person = newPerson();
  await fillIn(page, person);
  await expect(page.getByText(/You can ask for another in/)).toBeVisible();
  const again = page.getByRole("button", { name: "Send it again" });
  await expect(again).toHaveAttribute("aria-disabled", "true");
  await page.clock.runFor(61_000);
  await expect(again).not.toHaveAttribute("aria-disabled");

  // The page's clock ran ahead; the service's did not, and its response says so.
  await again.click();
  await expect(toast(page, "Could not send the email")).toContainText(
    /Wait \d+ seconds? before you ask/,
  );
  await expect(again).toHaveAttribute("aria-disabled", "true");
  await expectNoAxeViolations(page);
});

test("a link never leads to another site", async ({ page }) => {
  const person = newPerson();
  await fillIn(page, person);
  const link = new URL(await linkTo(person.email));
  link.searchParams.set("next", "https://evil.example/");
  await page.goto(link.href);
  await page.getByRole("button", { name: "Confirm email address" }).click();
  await expect(page).toHaveURL(`${site.url}/dashboard`);
});
