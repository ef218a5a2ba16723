import type { Page } from "@playwright/test";

/** The first administrator, made by the global set-up. */
export const admin = {
  name: "Ada Marker",
  email: "ada@platen.example",
  password: "seven inked rollers",
};

let made = 0;

/** A user who has no account yet. */
export function newPerson() {
  made += 1;
  const id = `${Date.now().toString(36)}${made}`;
  return {
    name: "Nora Newcomer",
    email: `nora-${id}@platen.example`,
    password: "quiet paper mill 7",
  };
}

/** Creates the first administrator as an operator does, and ends on the overview. */
export async function setUpAdministrator(page: Page, setupLink: string) {
  await page.goto(setupLink);
  await page.getByLabel("Name").fill(admin.name);
  await page.getByRole("textbox", { name: "Email", exact: true }).fill(admin.email);
  await page.getByLabel("Password", { exact: true }).fill(admin.password);
  await page.getByRole("button", { name: "Create the administrator" }).click();
  await page.waitForURL(/\/admin\/users$/);
}
