import { test as base, type Page } from "@playwright/test";
import { adminState, newPerson } from "./people";

interface Fixtures {
  /** A page in a browser of its own, signed in as the first administrator. */
  adminPage: Page;
  /** A page in a browser of its own, signed in as somebody who has just signed up. */
  userPage: Page;
}

export const test = base.extend<Fixtures>({
  adminPage: async ({ browser, baseURL }, use) => {
    const context = await browser.newContext({ baseURL, storageState: adminState });
    await use(await context.newPage());
    await context.close();
  },
  userPage: async ({ browser, baseURL }, use) => {
    const context = await browser.newContext({ baseURL });
    const page = await context.newPage();
    await signUp(page, newPerson());
    await use(page);
    await context.close();
  },
});

export { expect } from "@playwright/test";

/** Logs a person in through the form that the page shows. */
export async function logIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
}

/** Signs a new person up through the form, and ends on their dashboard. */
export async function signUp(page: Page, person: ReturnType<typeof newPerson>) {
  await page.goto("/signup");
  await page.getByLabel("Name").fill(person.name);
  await page.getByLabel("E-mail").fill(person.email);
  await page.getByLabel("Password").fill(person.password);
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.waitForURL("**/dashboard");
}
