import type { Page } from "@playwright/test";
import { arriveAsAdministrator } from "./support/administrator";
import { mailInOutbox } from "./support/mailbox";
import { admin, newPerson } from "./support/people";
import { expect, logIn, signUp, test } from "./support/test";
import { open, toast } from "./support/visitor";

/** Opens one of the forms of an account's page. */
function change(page: Page, label: string) {
  return page.getByRole("group").filter({ has: page.getByText(label, { exact: true }) });
}

test("an administrator invites, approves a plan and bans; the audit log shows all of it", async ({
  page,
  browser,
  baseURL,
  site,
}) => {
  const person = newPerson();
  await arriveAsAdministrator(page);

  await page.getByRole("link", { name: "Users", exact: true }).first().click();
  await page.getByRole("link", { name: "Invite user" }).click();
  await page.getByRole("textbox", { name: "Email", exact: true }).fill(person.email);
  await page.getByLabel("Name").fill(person.name);
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByRole("heading", { name: person.name })).toBeVisible();
  await expect(page.getByText("Unconfirmed", { exact: true })).toBeVisible();
  const account = page.url();

  const invited = await (await browser.newContext({ baseURL })).newPage();
  const { links } = await mailInOutbox(site, person.email);
  await open(invited, links.find((link) => link.includes("/auth/confirm")) ?? "");
  await invited.getByRole("button", { name: "Accept the invitation" }).click();
  await invited.getByLabel("Password", { exact: true }).fill(person.password);
  await invited.getByRole("button", { name: "Save the password" }).click();
  await invited.waitForURL("**/dashboard");
  await open(invited, "/dashboard/plan");
  await invited.getByRole("button", { name: "Request Business" }).click();
  await expect(invited.getByText("You already have a pending request.").first()).toBeVisible();

  await open(page, "/admin/overview");
  await page.getByRole("link", { name: /Pending requests/ }).click();
  const request = page.getByRole("form", { name: `Request of ${person.email}` });
  await request.getByLabel("Reason").fill("Paid by invoice");
  await request.getByRole("button", { name: "Approve" }).click();
  await expect(toast(page, "Request approved")).toBeVisible();
  await expect(request).toBeHidden();

  await open(page, account);
  await expect(page.getByRole("definition").filter({ hasText: "Business" })).toBeVisible();
  await change(page, "Ban").getByText("Ban").first().click();
  await change(page, "Ban").getByLabel("Reason").fill("Sends spam");
  await change(page, "Ban").getByRole("button", { name: "Ban" }).click();
  await expect(toast(page, "Account banned")).toBeVisible();
  await expect(page.getByText("No open sessions.")).toBeVisible();
  await invited.goto("/dashboard");
  await expect(invited).toHaveURL(/\/login/);

  await open(page, `/admin/audit?subject=${person.email}`);
  const rows = page.getByRole("table", { name: "Audit entries" }).getByRole("row");
  await expect(rows.filter({ hasText: "Active → Banned" })).toContainText("Sends spam");
  await expect(rows.filter({ hasText: "Approved a request for a plan" })).toContainText(
    "Plan: Business",
  );
  await expect(rows.filter({ hasText: "Role: User" })).toContainText(admin.email);
  // The invitation and the ban were sent to the auth service first, and the first row is the
  // table's head.
  await expect(rows.filter({ hasText: "Sent a request to the auth service" })).toHaveCount(2);
  await expect(rows).toHaveCount(6);
});

test("several accounts are changed at once after a preview, without scripts", async ({
  page,
  browser,
  baseURL,
}) => {
  const people = [newPerson(), newPerson()];
  for (const person of people) {
    await signUp(page, person);
    await page.context().clearCookies();
  }
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto("/login?redirectTo=/admin/users");
  await logIn(plain, admin);
  await plain.waitForURL("**/admin/users");
  for (const { email } of people) await plain.getByLabel(`Select ${email}`).check();
  await plain.getByRole("button", { name: "Change selected …" }).click();
  const role = plain.getByRole("form", { name: "Change role" });
  await role.getByLabel("Role").selectOption("Editor");
  await role.getByRole("button", { name: "Preview" }).click();
  await expect(plain.getByText("User → Editor")).toHaveCount(2);
  await plain.getByLabel(`Change ${people[1]?.email}`).uncheck();
  await plain.getByRole("button", { name: "Change role of selected accounts" }).click();
  await expect(plain.getByRole("status").filter({ hasText: "1 of 1 changed" })).toBeVisible();
  await plain.goto(`/admin/users?q=${people[0]?.email}`);
  await expect(plain.getByRole("row").filter({ hasText: people[0]?.email })).toContainText(
    "Editor",
  );
  await plain.goto(`/admin/users?q=${people[1]?.email}`);
  await expect(plain.getByRole("row").filter({ hasText: people[1]?.email })).toContainText("User");
});

test("a selection has a bar in view, whose buttons lead to the form of that change", async ({
  page,
  adminPage,
}) => {
  await signUp(page, newPerson());
  await adminPage.setViewportSize({ width: 360, height: 640 });
  await open(adminPage, "/admin/users");
  await expect(adminPage.getByRole("button", { name: "Change selected …" })).toBeHidden();
  await expect(adminPage.getByRole("button", { name: "Change role" })).toHaveCount(0);
  const boxes = adminPage.getByRole("checkbox", { name: /^Select \S+@/ });
  await boxes.first().check();
  await boxes.nth(1).check();
  await expect(adminPage.getByRole("status").filter({ hasText: "2 selected" })).toBeInViewport();
  await adminPage.getByRole("button", { name: "Change plan" }).click();
  await expect(adminPage).toHaveURL(/intent=plan/);
  await adminPage.getByRole("form", { name: "Change plan" }).getByLabel("Plan").waitFor();
  await expect(adminPage.getByRole("form", { name: "Change role" })).toHaveCount(0);
  await adminPage.getByRole("button", { name: "Preview" }).click();
  await expect(adminPage.getByRole("table", { name: "Preview" }).getByRole("row")).toHaveCount(3);
});

test("a change that requires a sign-in first opens that page at its top", async ({
  page,
  browser,
  baseURL,
}) => {
  const person = newPerson();
  const elsewhere = await browser.newPage({ baseURL });
  await signUp(elsewhere, person);
  await elsewhere.close();
  await page.setViewportSize({ width: 360, height: 640 });
  await arriveAsAdministrator(page);
  await open(page, `/admin/users?q=${person.email}`);
  await page.getByRole("link", { name: person.name }).click();
  const ban = change(page, "Ban");
  await ban.getByText("Ban").first().click();
  await ban.getByLabel("Reason").fill("Sends spam");
  await page.context().clearCookies();
  await ban.getByRole("button", { name: "Ban" }).click();
  await expect(page.getByRole("heading", { name: "Welcome back" })).toBeInViewport();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test("on a phone the box that selects an account is beside its name", async ({
  page,
  adminPage,
}) => {
  const person = newPerson();
  await signUp(page, person);
  await adminPage.setViewportSize({ width: 360, height: 640 });
  await open(adminPage, `/admin/users?q=${person.email}`);
  const box = await adminPage.getByLabel(`Select ${person.email}`).boundingBox();
  const name = await adminPage.getByRole("link", { name: person.name }).boundingBox();
  if (!box || !name) throw new Error("The account is not in the list.");
  expect(Math.abs(box.y + box.height / 2 - (name.y + name.height / 2))).toBeLessThan(12);
  expect(box.x + box.width).toBeLessThan(name.x);
});

test("an email is previewed in both color schemes, in a frame where nothing runs or leaves", async ({
  adminPage: page,
}) => {
  await open(page, "/admin/overview");
  await page.getByRole("link", { name: "Emails", exact: true }).first().click();
  const mails = page.getByRole("navigation", { name: "Emails" });
  await mails.getByRole("link", { name: "Invitation" }).click();
  await expect(page.getByRole("definition").first()).toContainText("You are invited to");
  await expect(page.getByRole("region", { name: "Plain text" })).toContainText("482913");
  for (const [scheme, ground] of [
    ["light", "rgb(241, 239, 233)"],
    ["dark", "rgb(9, 11, 15)"],
  ] as const) {
    await page
      .getByRole("list", { name: "Color scheme" })
      .getByRole("link", { name: scheme })
      .click();
    const mail = page.frameLocator(`iframe[title="Invitation, ${scheme}"]`);
    await expect(mail.locator("body")).toHaveCSS("background-color", ground);
    await expect(mail.getByRole("link", { name: "Accept invitation" })).toBeVisible();
    await expect(mail.locator("base")).toHaveAttribute("target", "_blank");
    await expect(page.locator("iframe")).toHaveAttribute("sandbox", "");
  }
});

test("the health page says what to do about the site's settings", async ({ page }) => {
  await arriveAsAdministrator(page);
  await page.getByRole("link", { name: "Health", exact: true }).first().click();
  await expect(page.getByRole("heading", { name: "Health", exact: true })).toBeVisible();
  const finding = (text: RegExp) => page.getByRole("listitem").filter({ hasText: text });
  await expect(finding(/In order: The content lake responded in \d+ ms/)).toBeVisible();
  await expect(finding(/Warning: No backups are scheduled: set BACKUP_DIR/)).toBeVisible();
  await expect(finding(/Warning: SITE_URL is http:\/\/localhost/)).toBeVisible();
});
