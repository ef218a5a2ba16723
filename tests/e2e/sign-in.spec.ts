import { connectAuthenticator } from "./support/authenticator";
import { expectNoAxeViolations } from "./support/axe";
import { newPerson } from "./support/people";
import { expect, logIn, signUp, test } from "./support/test";
import { expectToast, hydrated, open, toast } from "./support/visitor";

test("missing credentials show the library's message once, as a toast", async ({ page }) => {
  const sentence = "You must provide either an email or phone number and a password";
  for (const { path, button, title } of [
    { path: "/login", button: "Log in", title: "Sign in Failed" },
    { path: "/signup", button: "Sign up", title: "Sign up Failed" },
  ]) {
    await open(page, path);
    await page.getByRole("button", { name: button }).click();
    await expectToast(page, title, sentence);
    await expect(page.getByRole("main")).not.toContainText(sentence);
    const email = page.getByRole("textbox", { name: "Email", exact: true });
    await expect(email).toHaveAccessibleDescription("Enter an email address.");
    await expect(email).toBeFocused();
    await expect(page.getByLabel("Password")).toHaveAccessibleDescription(/Enter a password\.$/);
  }
});

test("a failed login is said once, and marks the fields to check", async ({ page }) => {
  await open(page, "/login");
  await logIn(page, { email: "nobody@platen.example", password: "not the password" });
  await expect(toast(page, "Sign in Failed")).toContainText("Invalid login credentials");
  await expect(page.getByRole("main")).not.toContainText("Invalid login credentials");
  // Without a mail server, addresses are confirmed automatically.
  await expect(toast(page, "Sign in Failed")).not.toContainText("confirm");
  await expect(page.getByRole("link", { name: "No confirmation email?" })).toHaveCount(0);
  const email = page.getByRole("textbox", { name: "Email", exact: true });
  await expect(email).toHaveAttribute("aria-invalid", "true");
  await expect(email).toBeFocused();
  await expect(page.getByLabel("Password")).toHaveAccessibleDescription("Check the password.");
  await expectNoAxeViolations(page);
});

test("an error is shown beside its field, which gets the focus", async ({ page }) => {
  await page.goto("/signup");
  await page.getByRole("textbox", { name: "Email", exact: true }).fill("nobody");
  await page.getByLabel("Password").fill("quiet paper mill 7");
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(
    page.getByRole("textbox", { name: "Email", exact: true }),
  ).toHaveAccessibleDescription(/such as name@company.example/);
  await expect(page.getByRole("textbox", { name: "Email", exact: true })).toBeFocused();
  await expect(page.getByRole("textbox", { name: "Email", exact: true })).toHaveValue("nobody");

  await page.getByRole("textbox", { name: "Email", exact: true }).fill(newPerson().email);
  await page.getByLabel("Password").fill("short");
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByLabel("Password")).toHaveAccessibleDescription(/at least 8 characters/);
  await expect(page.getByLabel("Password")).toBeFocused();
  await expectNoAxeViolations(page);
});

test("errors work without JavaScript", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/login");
  await logIn(page, { email: "nobody@platen.example", password: "not the password" });
  await expect(page.getByRole("alert")).toContainText("Invalid login credentials");
  await expect(page.getByRole("textbox", { name: "Email", exact: true })).toHaveValue(
    "nobody@platen.example",
  );
  await expect(page.getByLabel("Password")).toHaveValue("");

  await page.goto("/signup");
  await page.getByRole("textbox", { name: "Email", exact: true }).fill("nobody");
  await page.getByLabel("Password").fill("quiet paper mill 7");
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(
    page.getByRole("textbox", { name: "Email", exact: true }),
  ).toHaveAccessibleDescription(/such as name@company.example/);
  await expect(page.getByRole("textbox", { name: "Email", exact: true })).toBeFocused();
  await context.close();
});

test("a password can be shown, pasted and filled in by a password manager", async ({ page }) => {
  await page.goto("/login");
  const password = page.getByLabel("Password");
  await expect(password).toHaveAttribute("autocomplete", "current-password");
  await expect(page.getByRole("textbox", { name: "Email", exact: true })).toHaveAttribute(
    "autocomplete",
    "username",
  );
  await password.fill("quiet paper mill 7");
  await expect(password).toHaveAttribute("type", "password");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(password).toHaveAttribute("type", "text");
  await expect(password).toHaveValue("quiet paper mill 7");

  const refusesPaste = await password.evaluate(
    (field) =>
      !field.dispatchEvent(new ClipboardEvent("paste", { cancelable: true, bubbles: true })),
  );
  expect(refusesPaste).toBe(false);
  await page.goto("/signup");
  await expect(page.getByLabel("Password")).toHaveAttribute("autocomplete", "new-password");
});

test("caps lock is reported", async ({ page }) => {
  await page.goto("/login");
  await expect(page.getByRole("button", { name: "Show password" })).toBeVisible();
  await page
    .getByLabel("Password")
    .evaluate((field) =>
      field.dispatchEvent(
        new KeyboardEvent("keydown", { key: "A", bubbles: true, modifierCapsLock: true }),
      ),
    );
  await expect(page.getByText("Caps lock is on.")).toBeVisible();
});

test("a signed-in user is redirected from the pages for visitors", async ({
  userPage,
  adminPage,
}) => {
  for (const path of ["/login", "/signup"]) {
    await userPage.goto(path);
    await expect(userPage).toHaveURL(/\/dashboard$/);
    await userPage.goto(`${path}?redirectTo=%2Fblog`);
    await expect(userPage).toHaveURL(/\/blog$/);
    await adminPage.goto(path);
    await expect(adminPage).toHaveURL(/\/admin\/users$/);
  }
});

test("the login page redirects to no other site", async ({ page }) => {
  const person = newPerson();
  await signUp(page, person);
  await page.context().clearCookies();
  await page.goto("/login?redirectTo=https%3A%2F%2Fevil.example%2F");
  await logIn(page, person);
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("the page to return to survives a failed attempt and the switch to the sign-up form", async ({
  page,
}) => {
  await page.goto("/login?redirectTo=%2Fcareers");
  await logIn(page, { email: "nobody@platen.example", password: "not the password" });
  await expect(page.getByText("Check the password.")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Sign up" }).click();
  // Both pages have fields of these names.
  await expect(page).toHaveURL(/\/signup/);
  const person = newPerson();
  await page.getByRole("textbox", { name: "Email", exact: true }).fill(person.email);
  await page.getByLabel("Password").fill(person.password);
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page).toHaveURL(/\/careers$/);
});

test("no external sign-in is offered when the auth service has none", async ({ page, request }) => {
  await page.goto("/login");
  await expect(page.getByRole("link", { name: /^Continue with/ })).toHaveCount(0);
  expect((await request.get("/auth/provider/github")).status()).toBe(404);
});

test.describe("with an authenticator", () => {
  test("the password alone opens nothing, the code does", async ({ page, site }) => {
    const person = newPerson();
    await signUp(page, person);
    const authenticator = await connectAuthenticator(site, person);
    await page.context().clearCookies();

    await page.goto("/login?redirectTo=%2Fdashboard%3Ftab%3Dkeys");
    await logIn(page, person);
    await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
    await expectNoAxeViolations(page);

    // A half signed-in user is a visitor on every page.
    for (const path of ["/dashboard", "/admin", "/admin/users", "/login", "/reset-password"]) {
      await page.goto(path);
      await expect(page).toHaveURL(/\/login\/second-factor/);
    }
    const data = await page.request.get("/dashboard.data", { maxRedirects: 0 });
    expect(await data.text()).not.toContain(person.name);
    await page.goto("/about");
    await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();

    await page.goto("/dashboard?tab=keys");
    await page.getByLabel("Code", { exact: true }).fill("000000");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByLabel("Code", { exact: true })).toHaveAccessibleDescription(/incorrect/);
    await expect(page.getByLabel("Code", { exact: true })).toBeFocused();
    await expectNoAxeViolations(page);

    const code = authenticator.nextCode();
    await page.getByLabel("Code", { exact: true }).fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page).toHaveURL(/\/dashboard\?tab=keys$/);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(person.name);
  });

  test("a user who chose the wrong account starts again", async ({ page, site }) => {
    const person = newPerson();
    await signUp(page, person);
    await connectAuthenticator(site, person);
    await page.context().clearCookies();
    await page.goto("/login");
    await logIn(page, person);
    await page.getByRole("button", { name: "Use another account" }).click();
    await expect(page).toHaveURL(/\/$/);
    await page.goto("/login/second-factor");
    await expect(page).toHaveURL(/\/login$/);
  });
});

test("a failed return from a provider is explained", async ({ page }) => {
  const canceled = await page.goto("/auth/callback?error=access_denied");
  expect(canceled?.status()).toBe(400);
  await expect(page.getByRole("alert")).toHaveText("You did not allow the sign-in.");
  await page.goto("/auth/callback?code=00000000-0000-4000-8000-000000000000");
  await expect(page.getByRole("alert")).toContainText("Start again from the sign-in page");
  await page.goto("/auth/callback?error=server_error&error_description=Call+this+number");
  await expect(page.getByRole("alert")).toHaveText("Something went wrong");
  await expectNoAxeViolations(page);
});

test("reading a page does not change the session cookie", async ({ userPage }) => {
  for (const path of ["/dashboard", "/about"]) {
    const response = await userPage.request.get(path);
    expect(response.headers()["set-cookie"]).toBeUndefined();
  }
});

test("an error toast disappears when the next attempt succeeds", async ({ page }) => {
  const toasts = page.getByRole("region", { name: /Notifications/ }).getByRole("listitem");
  const person = newPerson();
  await signUp(page, person);
  await page.goto("/dashboard/security");
  await hydrated(page);
  await page.clock.install();
  const change = async (current: string) => {
    await page.getByLabel("Current password").fill(current);
    await page.getByLabel("New password").fill("another quiet mill 9");
    await page.getByRole("button", { name: "Change the password" }).click();
  };
  await change("not the right one");
  await expect(toasts).toContainText("Password not changed");
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await change(person.password);
  await expect(page.getByText("Saved. Every other session has ended.")).toBeVisible();
  await expect(toasts).toHaveCount(0);
});

test("a failed login shows nothing on the dashboard", async ({ page, browser, baseURL }) => {
  const person = newPerson();
  const elsewhere = await browser.newPage({ baseURL });
  await signUp(elsewhere, person);
  await elsewhere.close();
  await open(page, "/login");
  const toasts = page.getByRole("region", { name: /Notifications/ }).getByRole("listitem");
  await logIn(page, { email: person.email, password: "not the right one" });
  await expect(toasts).toContainText("Sign in Failed");
  await logIn(page, person);
  await expect(page.getByRole("heading", { name: `Hello, ${person.name}` })).toBeVisible();
  await expect(toasts).toHaveCount(0);
});

test("after a login by keyboard the next page has the focus at its beginning, and its title is announced", async ({
  page,
  browser,
  baseURL,
}) => {
  const person = newPerson();
  const elsewhere = await browser.newPage({ baseURL });
  await signUp(elsewhere, person);
  await elsewhere.close();
  await open(page, "/login?redirectTo=%2Fdashboard%2Fkeys");
  await page.getByRole("textbox", { name: "Email", exact: true }).focus();
  await page.keyboard.type(person.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(person.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("API keys");
  await expect(page.getByRole("main")).toBeFocused();
  const announced = page.locator("[aria-live][aria-atomic]");
  await expect(announced).toHaveText(await page.title());
  await expect(announced).toHaveText(/API keys/);
});
