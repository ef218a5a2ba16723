import type { Page } from "@playwright/test";
import { expectNoAxeViolations } from "./support/axe";
import { newPerson } from "./support/people";
import { expect, logIn, signUp, test } from "./support/test";
import { complaintsOf, toast } from "./support/visitor";

/** Plugs a security key into the browser of a page; it is touched whenever it is needed. */
async function plugIn(page: Page) {
  const browser = await page.context().newCDPSession(page);
  await browser.send("WebAuthn.enable");
  const { authenticatorId } = await browser.send("WebAuthn.addVirtualAuthenticator", {
    options: { protocol: "ctap2", transport: "usb", automaticPresenceSimulation: true },
  });
  return {
    /** Makes it forget whom it knows, as another key would. */
    forget: () => browser.send("WebAuthn.clearCredentials", { authenticatorId }),
    /** Whether it signs with its own key instead of the right one. */
    forge: (isBogusSignature: boolean) =>
      browser.send("WebAuthn.setResponseOverrideBits", { authenticatorId, isBogusSignature }),
  };
}

const factors = (page: Page) =>
  page.getByRole("list", { name: "Authenticators and security keys" }).getByRole("listitem");

async function addKey(page: Page, name: string) {
  await page.goto("/dashboard/security/key");
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("button", { name: "Continue" }).click();
}

/** Signs a new user up, and adds a key as their only second factor. */
async function userWithKey(page: Page) {
  const person = newPerson();
  await signUp(page, person);
  const key = await plugIn(page);
  await addKey(page, "Blue key");
  await expect(page.getByRole("list", { name: "Recovery codes" })).toBeVisible();
  return { person, key };
}

test("a user adds a security key, signs in with it, and removes it", async ({ page }) => {
  const complaints = complaintsOf(page);
  const person = newPerson();
  await signUp(page, person);
  const key = await plugIn(page);
  await page.goto("/dashboard/security");
  await page.getByRole("link", { name: "Add a security key" }).click();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Security key");
  await expectNoAxeViolations(page);
  await page.getByRole("textbox", { name: "Name" }).fill("Blue key");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(
    page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem"),
  ).toHaveCount(10);
  await page.getByRole("link", { name: "I have saved them" }).click();
  await expect(factors(page)).toHaveText([/Blue key.*security key/]);
  await expectNoAxeViolations(page);

  await addKey(page, "The same key");
  await expect(page.getByRole("alert")).toContainText("connected to your account already");

  await page.context().clearCookies();
  await page.goto("/login?redirectTo=%2Fdashboard%2Fsecurity");
  await logIn(page, person);
  await expect(page.getByRole("heading", { name: "Use your security key" })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Code", exact: true })).toHaveCount(0);
  await expectNoAxeViolations(page);
  await key.forge(true);
  await page.getByRole("button", { name: "Use “Blue key”" }).click();
  await expect(toast(page, "Sign in Failed")).toContainText("was not accepted");
  await key.forge(false);
  await page.getByRole("button", { name: "Use “Blue key”" }).click();
  await expect(page).toHaveURL(/\/dashboard\/security$/);

  await page.getByText("Remove Blue key").first().click();
  await page.getByRole("button", { name: "Remove Blue key" }).click();
  await expect(page.getByRole("link", { name: "Add a security key" })).toBeVisible();
  await expect(factors(page)).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test("a user without the key at hand can try again, and use a recovery code", async ({ page }) => {
  const { person, key } = await userWithKey(page);
  await key.forget();
  await page.context().clearCookies();
  await page.goto("/login");
  await logIn(page, person);
  await page.getByRole("button", { name: "Use “Blue key”" }).click();
  await expect(page.getByRole("alert")).toContainText("No security key has responded");
  await expectNoAxeViolations(page);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("alert")).toContainText("No security key has responded");
  await page.getByText("Lost your security key?").click();
  await expect(page.getByLabel("Recovery code")).toBeVisible();
});

test("without JavaScript the pages say that a security key needs it", async ({
  page,
  browser,
  baseURL,
}) => {
  const { person } = await userWithKey(page);
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto("/login");
  await logIn(plain, person);
  await expect(plain.getByText("A security key needs JavaScript.")).toBeVisible();
  await plain.getByRole("button", { name: "Use “Blue key”" }).click();
  await expect(plain.getByText("A security key needs JavaScript.")).toBeVisible();
  await expect(plain.getByText("Lost your security key?")).toBeVisible();
  await context.close();
});
