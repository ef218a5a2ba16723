import { rm } from "node:fs/promises";
import { expectNoAxeViolations } from "./axe";
import { newDataDirectory } from "./data-directory";
import { startMailServer } from "./mailbox";
import { newPerson } from "./people";
import { startSite, type RunningSite } from "./start-site";
import { expect, logIn, test } from "./test";
import type { Page } from "@playwright/test";

let dataDirectory: string;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let site: RunningSite;

test.beforeAll(async () => {
  dataDirectory = await newDataDirectory();
  mailServer = await startMailServer();
  site = await startSite({
    dataDirectory,
    environment: { SMTP_URL: mailServer.url, MAIL_FROM: "Platen <no-reply@platen.example>" },
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
  await page.getByLabel("E-mail").fill(person.email);
  await page.getByLabel("Password").fill(person.password);
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByRole("heading", { name: "Check your mail" })).toBeVisible();
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
  await expect(page.getByLabel("E-mail")).toHaveAccessibleDescription(/not confirmed yet/);

  await page.goto(link);
  await expectNoAxeViolations(page);
  await page.getByRole("button", { name: "Confirm e-mail address" }).click();
  await expect(page).toHaveURL(`${site.url}/careers`);
  await expect(page.getByText("Your e-mail address is confirmed.").first()).toBeVisible();
  await page.goto(`${site.url}/dashboard`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(person.name);

  await page.context().clearCookies();
  await page.goto(link);
  await page.getByRole("button", { name: "Confirm e-mail address" }).click();
  await expect(page.getByRole("alert")).toContainText("used already, or is too old");
});

test("the link works on another device, without JavaScript", async ({ page, browser }) => {
  const person = newPerson();
  await fillIn(page, person);
  const elsewhere = await browser.newContext({ javaScriptEnabled: false });
  const phone = await elsewhere.newPage();
  await phone.goto(await linkTo(person.email));
  await phone.getByRole("button", { name: "Confirm e-mail address" }).click();
  await expect(phone).toHaveURL(`${site.url}/dashboard`);
  await elsewhere.close();
});

test("an address that is taken gets the same answer, and no mail", async ({ page }) => {
  const person = newPerson();
  await fillIn(page, person);
  await page.goto(await linkTo(person.email));
  await page.getByRole("button", { name: "Confirm e-mail address" }).click();
  await page.waitForURL("**/dashboard");
  await page.context().clearCookies();
  const before = mailServer.mails.length;

  await page.goto(`${site.url}/auth/resend`);
  await page.getByLabel("E-mail").fill(person.email);
  await page.getByRole("button", { name: "Send the mail" }).click();
  await expect(page.getByRole("heading", { name: "Check your mail" })).toBeVisible();
  const somebody = newPerson();
  await fillIn(page, somebody);
  await mailServer.mailTo(somebody.email);
  expect(mailServer.mails.length).toBe(before + 1);
});

test("another mail can be had once the wait is over, which the page shows", async ({ page }) => {
  await page.clock.install();
  const person = newPerson();
  await fillIn(page, person);
  await expect(page.getByText(/You can ask for another in/)).toBeVisible();
  const again = page.getByRole("button", { name: "Send it again" });
  await expect(again).toHaveAttribute("aria-disabled", "true");
  await page.clock.runFor(61_000);
  await expect(again).not.toHaveAttribute("aria-disabled");

  // The page's clock ran ahead; the service's did not, and it says so.
  await again.click();
  await expect(page.getByRole("alert")).toContainText(/Wait \d+ seconds? before you ask/);
  await expect(again).toHaveAttribute("aria-disabled", "true");
  await expectNoAxeViolations(page);
});

test("a link never leads to another site", async ({ page }) => {
  const person = newPerson();
  await fillIn(page, person);
  const link = new URL(await linkTo(person.email));
  link.searchParams.set("next", "https://evil.example/");
  await page.goto(link.href);
  await page.getByRole("button", { name: "Confirm e-mail address" }).click();
  await expect(page).toHaveURL(`${site.url}/dashboard`);
});
