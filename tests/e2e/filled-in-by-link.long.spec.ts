import type { Page } from "@playwright/test";
import { backendOf } from "./support/backend";
import { admin } from "./support/people";
import { expect, test } from "./support/test";
import { open } from "./support/visitor";

const claim = "You have signed in again. Nothing has been changed yet";

/** The path of the administrator's own account. */
async function ownAccount(page: Page): Promise<string> {
  await open(page, `/admin/users?q=${admin.email}`);
  await page.getByRole("link", { name: admin.name }).click();
  await expect(page.getByRole("heading", { name: "Actions", exact: true })).toBeVisible();
  return new URL(page.url()).pathname;
}

test("after a fresh sign-in that a form asked for, its form is open as it was, and the page says that nothing has been changed yet", async ({
  adminPage: page,
  site,
}) => {
  const account = await ownAccount(page);
  // The URL to which the sign-in leads back, as the site makes it.
  Object.assign(process.env, await backendOf(site), {
    SITE_URL: site.url,
    SANITY_PROJECT_ID: "local",
    SANITY_DATASET: "production",
  });
  const { pathWithFormValues } = await import("~/account/session/unfinished-form.server");
  const typed = { intent: "role", role: "Editor", reason: "Ticket 1" };
  const viewerId = account.split("/").at(-1) ?? "";
  const back = pathWithFormValues(new Request(site.url + account), viewerId, typed);
  await open(page, back);
  await expect(page.getByRole("status").filter({ hasText: claim })).toBeVisible();
  await expect(page.getByLabel("Role")).toHaveValue("Editor");
  await expect(page.getByLabel("Reason").filter({ visible: true })).toHaveValue("Ticket 1");
  await open(page, account);
  await expect(page.getByText(claim)).toBeHidden();
});

test("a link opens a form of the administration, but fills in nothing and claims no fresh sign-in", async ({
  adminPage: page,
}) => {
  const account = await ownAccount(page);
  await open(page, `${account}?intent=role&role=Editor&reason=Ticket+1&unfinished=1`);
  const role = page.getByRole("group").filter({ has: page.getByText("Change role").first() });
  await expect(role.getByLabel("Role")).toHaveValue("Admin");
  await expect(role.getByLabel("Reason")).toHaveValue("");
  await expect(page.getByText(claim)).toBeHidden();

  await open(page, `${account}?intent=credits&amount=9000&reason=Refund&unfinished=1`);
  const credits = page.getByRole("group").filter({ has: page.getByText("Adjust credits").first() });
  await expect(credits.getByLabel("Credits")).toHaveValue("");
  await expect(credits.getByLabel("Reason")).toHaveValue("");

  await open(page, "/admin/users/invite?email=eve@evil.example&fullName=Eve&role=Admin");
  await expect(page.getByRole("textbox", { name: "Email", exact: true })).toHaveValue("");
  await expect(page.getByLabel("Name")).toHaveValue("");
  await expect(page.getByLabel("Role")).toHaveValue("User");
});

test("a link fills in neither a new email address nor what closes the account", async ({
  userPage: page,
}) => {
  await open(page, "/dashboard/profile/email?email=eve@evil.example&unfinished=1");
  await expect(page.getByLabel("New address")).toHaveValue("");
  await expect(page.getByText(claim)).toBeHidden();
  await open(page, "/dashboard/data?confirmation=eve@evil.example&unfinished=1");
  await expect(page.getByLabel("Your email address")).toHaveValue("");
  await expect(page.getByText(claim)).toBeHidden();
});
