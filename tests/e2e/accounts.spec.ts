import { expectNoAxeViolations } from "./support/axe";
import { admin, newPerson } from "./support/people";
import { expect, signUp, test } from "./support/test";
import { open, toast } from "./support/visitor";

test("a new user signs up and sees their account", async ({ page }) => {
  const person = newPerson();
  await signUp(page, person);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(person.name);
  await expect(page.getByRole("definition").filter({ hasText: person.email })).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: "User" })).toBeVisible();
});

test("the sign-up page names the plan that the visitor chose", async ({ page }) => {
  await open(page, "/pricing");
  await page.getByRole("link", { name: "Choose Developer" }).first().click();
  await expect(page).toHaveURL(/\/signup\?plan=developer$/);
  await expect(page.getByText("You chose Developer, $9 a month.")).toBeVisible();
  await page.goto("/signup?plan=no-such-plan");
  await expect(page.getByText("An email address and a password are enough.")).toBeVisible();
});

test("the home page redirects a signed-in user to the dashboard", async ({ userPage }) => {
  await userPage.goto("/");
  await expect(userPage).toHaveURL(/\/dashboard$/);
});

test("the home page redirects an administrator to the administration", async ({ adminPage }) => {
  await adminPage.goto("/");
  await expect(adminPage).toHaveURL(/\/admin\/users$/);
});

test("the dashboard redirects an administrator to the administration", async ({ adminPage }) => {
  await adminPage.goto("/dashboard");
  await expect(adminPage).toHaveURL(/\/admin\/users$/);
});

test("an administrator sees the accounts", async ({ adminPage }) => {
  await adminPage.goto("/admin/users");
  await expect(adminPage.getByRole("row").filter({ hasText: admin.email })).toContainText("Admin");
});

test("a visitor of the dashboard signs in first and returns to it", async ({ page }) => {
  const person = newPerson();
  await signUp(page, person);
  await page.context().clearCookies();

  await page.goto("/dashboard?from=bookmark");
  await expect(page).toHaveURL(/\/login\?redirectTo=/);
  await page.getByRole("textbox", { name: "Email", exact: true }).fill(person.email);
  await page.getByLabel("Password").fill(person.password);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL(/\/dashboard\?from=bookmark$/);
});

test("a visitor of the administration signs in first", async ({ page }) => {
  await page.goto("/admin/users");
  await expect(page).toHaveURL(/\/login\?redirectTo=%2Fadmin%2Fusers$/);
});

test("the administration does not exist for other users", async ({ userPage }) => {
  for (const path of ["/admin", "/admin/users"]) {
    const response = await userPage.goto(path);
    expect(response?.status()).toBe(404);
    await expect(userPage.getByRole("heading", { name: "Page Not Found" })).toBeVisible();
  }
});

test("for an editor, too, all of it but the comments is the 404 page of everyone", async ({
  editorPage: page,
}) => {
  for (const path of ["/admin", "/admin/users", "/admin/plans"]) {
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page Not Found");
    await expect(page).toHaveTitle(/^Page Not Found/);
    await expect(page.getByRole("navigation", { name: "Administration" })).toBeHidden();
  }
  expect((await page.goto("/admin/comments"))?.status()).toBe(200);
  await expect(page.getByRole("heading", { name: "Comments" })).toBeVisible();
});

test("its data does not exist for them either", async ({ userPage }) => {
  const response = await userPage.request.get("/admin/users.data");
  expect(response.status()).toBe(404);
  expect(await response.text()).not.toContain(admin.email);
});

test("a wrong password is refused without saying which part was wrong", async ({ page }) => {
  await open(page, "/login");
  for (const email of [admin.email, newPerson().email]) {
    await page.getByRole("textbox", { name: "Email", exact: true }).fill(email);
    await page.getByLabel("Password").fill("not the password");
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(toast(page, "Sign in Failed")).toContainText("Invalid login credentials");
    await toast(page, "Sign in Failed").getByRole("button", { name: "Close" }).click();
  }
});

test("a weak password is refused with the service's message", async ({ page }) => {
  await page.goto("/signup");
  await page.getByRole("textbox", { name: "Email", exact: true }).fill(newPerson().email);
  await page.getByLabel("Password").fill("short");
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByText("Sign up Failed").first()).toBeVisible();
  await expect(page.getByLabel("Password")).toHaveAccessibleDescription(/at least 8 characters/);
});

test("a user who signs out is a visitor again", async ({ userPage }) => {
  await userPage.getByRole("button", { name: "Your account" }).click();
  await userPage.getByRole("menuitem", { name: "Log out" }).click();
  await expect(userPage.getByRole("link", { name: "Login" }).first()).toBeVisible();

  await userPage.goto("/dashboard");
  await expect(userPage).toHaveURL(/\/login/);
});

test("sign-up and sign-in work without JavaScript", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  await signUp(page, newPerson());
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Nora");
  await context.close();
});

test("scripts cannot read the session", async ({ userPage }) => {
  const [session] = (await userPage.context().cookies()).filter(({ name }) =>
    name.startsWith("session"),
  );
  expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax" });
  expect(await userPage.evaluate(() => document.cookie)).not.toContain("session");
});

for (const cookie of [
  "session=base64-AAAA",
  "session=%ff%fe; session.0=x; session.1=base64-e30",
  "session=base64-eyJhY2Nlc3NfdG9rZW4iOiJhLmIuYyIsInJlZnJlc2hfdG9rZW4iOiJ4IiwiZXhwaXJlc19hdCI6MX0",
  `session=${"x".repeat(6_000)}`,
]) {
  test(`a malformed cookie means a visitor, not an error: ${cookie.slice(0, 40)}`, async ({
    request,
  }) => {
    const home = await request.get("/", { headers: { Cookie: cookie } });
    expect(home.status()).toBe(200);
    const dashboard = await request.get("/dashboard", {
      headers: { Cookie: cookie },
      maxRedirects: 0,
    });
    expect(dashboard.status()).toBe(302);
    expect(dashboard.headers().location).toContain("/login");
  });
}

test("a form of another site signs nobody in", async ({ request }) => {
  const response = await request.post("/login", {
    headers: { Origin: "https://evil.example" },
    form: { email: admin.email, password: admin.password },
  });
  expect(response.status()).toBe(403);
  expect(response.headers()["set-cookie"]).toBeUndefined();
});

test("the set-up link works once", async ({ page, request, site }) => {
  const link = site.usedSetupLink;
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Already set up" })).toBeVisible();
  const again = await request.post(link, {
    form: { fullName: "Mallory", email: "mallory@platen.example", password: "another password" },
  });
  expect(again.status()).toBe(400);
  // The second has as many characters as the token, and more bytes.
  for (const guess of ["guess", "é".repeat(48)])
    expect((await request.get(`/setup?token=${encodeURIComponent(guess)}`)).status()).toBe(404);
});

test("the account menu of an editor has the Studio, that of another user does not", async ({
  editorPage,
  userPage,
}) => {
  for (const { page, count } of [
    { page: editorPage, count: 1 },
    { page: userPage, count: 0 },
  ]) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto("/dashboard");
    const account = page.getByRole("button", { name: "Your account" });
    await account.click();
    await expect(page.getByRole("menuitem", { name: "Profile" })).toBeVisible();
    await expect(page.getByRole("menuitem", { name: "Studio" })).toHaveCount(count);
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 360, height: 800 });
    await page.getByLabel("Menu", { exact: true }).click();
    const menu = page.getByRole("navigation", { name: "Main menu" });
    await expect(menu.getByRole("link", { name: "Dashboard" })).toBeVisible();
    await expect(menu.getByRole("link", { name: "Studio" })).toHaveCount(count);
  }
});

test("a mailed link says whose session its button may end, and says nothing to a visitor", async ({
  page,
}) => {
  const person = newPerson();
  await signUp(page, person);
  const link = (type: string) => `/auth/confirm?token_hash=made-up&type=${type}`;
  const warning = "You are signed in as";

  await open(page, link("signup"));
  await expect(page.getByText(warning)).toContainText(person.email);
  await expect(
    page.getByRole("button", { name: "Continue with the account of this email" }),
  ).toBeVisible();
  await expectNoAxeViolations(page);
  // A user who changes their own email address is signed in, and sees the same message; the button
  // is for the change.
  await open(page, link("email_change"));
  await expect(page.getByText(warning)).toBeVisible();
  await expect(page.getByRole("button", { name: "Confirm the change" })).toBeVisible();

  await page.context().clearCookies();
  await open(page, link("signup"));
  await expect(page.getByRole("button", { name: "Confirm email address" })).toBeVisible();
  await expect(page.getByText(warning)).toBeHidden();
});
