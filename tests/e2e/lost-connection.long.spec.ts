import type { Page, Route } from "@playwright/test";
import { newPerson } from "./support/people";
import { expect, signUp, test } from "./support/test";
import { alreadyAsked, open } from "./support/visitor";

test.beforeEach(({ page }) => alreadyAsked(page));

const notice = (page: Page) => page.getByRole("alert").filter({ hasText: "Try again" });
/** Disconnects the network, and waits until the page knows. */
async function goOffline(page: Page) {
  await page.context().setOffline(true);
  await page.waitForFunction(() => !navigator.onLine);
}

const bar = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true });

test("a sign-up without a connection stays, says so, and succeeds when the network is back", async ({
  page,
  context,
}) => {
  const person = newPerson();
  await open(page, "/signup");
  await goOffline(page);
  await page.getByLabel("Name").fill(person.name);
  await page.getByRole("textbox", { name: "Email", exact: true }).fill(person.email);
  await page.getByLabel("Password").fill(person.password);
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(notice(page)).toContainText("Sign up Failed");
  await expect(notice(page)).toContainText("The form will be sent once you are back online");
  await expect(page.getByRole("textbox", { name: "Email", exact: true })).toHaveValue(person.email);
  await notice(page).getByRole("button", { name: "Try again" }).click();
  await expect(notice(page)).toBeVisible();
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(notice(page)).toBeHidden();
});

test("a login that is corrected while offline is sent with the correction", async ({
  page,
  context,
}) => {
  const person = newPerson();
  await open(page, "/login");
  await page.getByRole("textbox", { name: "Email", exact: true }).fill("wrong@example.com");
  await page.getByLabel("Password").fill(person.password);
  await goOffline(page);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(notice(page)).toContainText("Sign in Failed");
  await page.getByRole("textbox", { name: "Email", exact: true }).fill(person.email);
  await expect(notice(page)).toBeHidden();
  await context.setOffline(false);
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await page.getByRole("button", { name: "Log in" }).click();
  expect((await sent).postData()).toContain(encodeURIComponent(person.email));
});

test("a form that is edited while its request waits is sent as it is then", async ({
  userPage: page,
}) => {
  await open(page, "/dashboard/profile");
  const name = page.getByRole("textbox", { name: "Name" });
  await page.route("**/dashboard/profile.data*", (route) => route.abort("connectionreset"), {
    times: 1,
  });
  await name.fill("Name One");
  await page.getByRole("button", { name: "Save profile" }).click();
  await expect(notice(page)).toBeVisible();
  await name.fill("Name Two");
  await notice(page).getByRole("button", { name: "Try again" }).click();
  await expect(notice(page)).toBeHidden();
  await expect(page.getByText("Saved.")).toBeVisible();
  await open(page, "/dashboard/profile");
  await expect(name).toHaveValue("Name Two");
});

test("a link without a connection keeps the page, and opens when the network is back", async ({
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

test("hovering a link without a connection does not remove the page", async ({ page }) => {
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

/** Ways in which a site does not respond. */
const failures: Record<string, (route: Route) => Promise<void>> = {
  "that cannot be reached": (route) => route.abort("connectionreset"),
  "whose proxy responds with 502": (route) => route.fulfill({ status: 502, body: "Bad Gateway" }),
  "whose proxy responds with 500": (route) => route.fulfill({ status: 500, body: "Error" }),
};

for (const [kind, fail] of Object.entries(failures)) {
  test(`a site ${kind} loses no form, and Try again sends it`, async ({ page }) => {
    await open(page, "/login");
    await page.getByRole("textbox", { name: "Email", exact: true }).fill("nobody@example.com");
    await page.getByLabel("Password").fill("not the right one");
    await page.route("**/login.data", fail);
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(notice(page)).toContainText("Sign in Failed");
    await expect(notice(page)).toContainText("could not be reached");
    await expect(page.getByRole("textbox", { name: "Email", exact: true })).toHaveValue(
      "nobody@example.com",
    );
    await expect(page.getByRole("textbox", { name: "Email", exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: "Log in" })).toBeEnabled();
    await page.unroute("**/login.data");
    await notice(page).getByRole("button", { name: "Try again" }).click();
    await expect(
      page.getByRole("region", { name: /Notifications/ }).getByRole("listitem"),
    ).toContainText("Sign in Failed");
    await expect(notice(page)).toBeHidden();
  });
}

test("a form beyond the account's limit stays as it is, says how long to wait, and is sent again", async ({
  page,
}) => {
  await signUp(page, newPerson());
  await open(page, "/dashboard/profile/email");
  const headers = { Origin: new URL(page.url()).origin };
  for (let n = 0; n < 60; n += 1) {
    const form = { intent: "nothing" };
    await page.request.post("/dashboard/security.data", { headers, form });
  }
  await page.getByLabel("New address").fill("next@example.com");
  await page.getByRole("button", { name: "Send both emails" }).click();
  await expect(notice(page)).toContainText("Too many requests");
  await expect(notice(page)).toContainText(/try again in \d+ seconds/);
  await expect(page.getByLabel("New address")).toHaveValue("next@example.com");
  const again = page.waitForRequest((request) => request.method() === "POST");
  await notice(page).getByRole("button", { name: "Try again" }).click();
  expect((await again).postData()).toContain("next%40example.com");
});

test("a page that does not arrive leaves the current one", async ({ page }) => {
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

test("a page that does not arrive covers nothing, and opens once the site responds again", async ({
  userPage: page,
}) => {
  await open(page, "/about");
  const unavailable = (route: Route) => route.fulfill({ status: 502, body: "Bad Gateway" });
  await page.route("**/*.data*", unavailable);
  await page.route("**/healthz", unavailable);
  await page.getByRole("contentinfo").getByRole("link", { name: "Blog", exact: true }).click();
  await expect(notice(page)).toContainText("No connection");
  await page.goto("/about");
  await page.getByRole("button", { name: "Your account" }).click();
  await page.getByRole("menuitem", { name: "Dashboard" }).click();
  await expect(notice(page)).toContainText("No connection");
  await expect(page.getByText("Loading Platen...")).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.unroute("**/*.data*");
  await page.unroute("**/healthz");
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(notice(page)).toBeHidden();
});

test("a page whose script does not arrive is opened without it", async ({ page }) => {
  await open(page, "/contact");
  await page.route(/\/about-[^/]*\.js$/, (route) => route.fulfill({ status: 503 }));
  await bar(page, "Company").click();
  await expect(page).toHaveURL(/\/about$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("signing out offline says so, and succeeds when back online", async ({ page, context }) => {
  await signUp(page, newPerson());
  await page.getByRole("button", { name: "Your account" }).click();
  await goOffline(page);
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await expect(notice(page)).toContainText("Sign out Failed");
  await context.setOffline(false);
  await expect(page.getByRole("link", { name: "Login" })).toBeVisible();
});
