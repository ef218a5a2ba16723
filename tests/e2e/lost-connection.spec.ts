import type { Page } from "@playwright/test";
import { newPerson } from "./people";
import { expect, signUp, test } from "./test";
import { alreadyAsked, open } from "./visitor";

test.beforeEach(({ page }) => alreadyAsked(page));

const notice = (page: Page) => page.getByRole("alert").filter({ hasText: "Try again" });
/** Disconnects the network, and waits until the page knows. */
async function goOffline(page: Page) {
  await page.context().setOffline(true);
  await page.waitForFunction(() => !navigator.onLine);
}

const bar = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true });

test("a sign-up without a connection stays, says so, and goes through when the network is back", async ({
  page,
  context,
}) => {
  const person = newPerson();
  await open(page, "/signup");
  await goOffline(page);
  await page.getByLabel("Name").fill(person.name);
  await page.getByLabel("E-mail").fill(person.email);
  await page.getByLabel("Password").fill(person.password);
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(notice(page)).toContainText("Sign up Failed");
  await expect(notice(page)).toContainText("Nothing was sent");
  await expect(page.getByLabel("E-mail")).toHaveValue(person.email);
  await notice(page).getByRole("button", { name: "Try again" }).click();
  await expect(notice(page)).toBeVisible();
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(notice(page)).toBeHidden();
});

test("a login that is corrected while offline is sent as it stands then", async ({
  page,
  context,
}) => {
  const person = newPerson();
  await open(page, "/login");
  await page.getByLabel("E-mail").fill("wrong@example.com");
  await page.getByLabel("Password").fill(person.password);
  await goOffline(page);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(notice(page)).toContainText("Sign in Failed");
  await page.getByLabel("E-mail").fill(person.email);
  await expect(notice(page)).toBeHidden();
  await context.setOffline(false);
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await page.getByRole("button", { name: "Log in" }).click();
  expect((await sent).postData()).toContain(encodeURIComponent(person.email));
});

test("a link without a connection leaves the page, and opens when the network is back", async ({
  page,
  context,
}) => {
  await open(page, "/about");
  await goOffline(page);
  await bar(page, "Solutions").click();
  await expect(notice(page)).toContainText("No connection");
  await expect(page).toHaveURL(/\/about$/);
  await expect(page.getByRole("heading", { name: "Error 500" })).toBeHidden();
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/solutions$/);
  await expect(notice(page)).toBeHidden();
});

test("a link under the pointer does not take the page away when there is no connection", async ({
  page,
}) => {
  await open(page, "/contact");
  await page.getByRole("textbox", { name: "Message" }).fill("Half of a long message");
  await page.route(/\.js$/, (route) => route.abort("connectionreset"));
  const failed = page.waitForEvent("requestfailed");
  await goOffline(page);
  await bar(page, "Solutions").hover();
  await failed;
  await bar(page, "Solutions").click();
  await expect(notice(page)).toContainText("No connection");
  await expect(page.getByRole("textbox", { name: "Message" })).toHaveValue(
    "Half of a long message",
  );
});

test("anchors on the page work without a connection", async ({ page }) => {
  await open(page, "/careers");
  await goOffline(page);
  await page.getByRole("link", { name: /^See \d openings$/ }).click();
  await expect(page).toHaveURL(/#openings$/);
  await expect(notice(page)).toBeHidden();
});

test("a site that does not respond loses no form, and sends it when asked to", async ({ page }) => {
  await open(page, "/login");
  await page.getByLabel("E-mail").fill("nobody@example.com");
  await page.getByLabel("Password").fill("not the right one");
  await page.route("**/login.data", (route) => route.abort("connectionreset"));
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(notice(page)).toContainText("Sign in Failed");
  await expect(notice(page)).toContainText("cannot be reached");
  await expect(page.getByLabel("E-mail")).toHaveValue("nobody@example.com");
  await expect(page.getByLabel("E-mail")).toBeVisible();
  await page.unroute("**/login.data");
  await notice(page).getByRole("button", { name: "Try again" }).click();
  await expect(
    page.getByRole("region", { name: /Notifications/ }).getByRole("listitem"),
  ).toContainText("Sign in Failed");
  await expect(notice(page)).toBeHidden();
});

test("a page that does not arrive leaves the one that is there", async ({ page }) => {
  await open(page, "/about");
  await page.route("**/*.data*", (route) => route.abort("connectionreset"));
  await bar(page, "Careers").click();
  await expect(notice(page)).toContainText("No connection");
  await expect(page.getByRole("heading", { level: 1 })).not.toContainText("Something went wrong");
  await page.unroute("**/*.data*");
  await notice(page).getByRole("button", { name: "Try again" }).click();
  await expect(
    page.getByRole("heading", { level: 1, name: "Set the next page with us" }),
  ).toBeVisible();
});

test("somebody who is signed in and offline is told so, and is signed out when back", async ({
  page,
  context,
}) => {
  await signUp(page, newPerson());
  await page.getByRole("button", { name: "Your account" }).click();
  await goOffline(page);
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await expect(notice(page)).toContainText("Sign out Failed");
  await context.setOffline(false);
  await expect(page.getByRole("link", { name: "Login" })).toBeVisible();
});
