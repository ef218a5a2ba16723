import type { Page } from "@playwright/test";
import { admin } from "./people";
import { logIn } from "./test";
import { alreadyAsked, hydrated } from "./visitor";

/**
 * Signs the administrator in again: their changes require a sign-in within the last quarter of an
 * hour.
 */
export async function arriveAsAdministrator(page: Page) {
  await alreadyAsked(page);
  await page.goto("/login");
  await logIn(page, admin);
  await page.waitForURL(/\/admin\/users$/);
  await hydrated(page);
}
