import type { Page } from "@playwright/test";
import { studio } from "./studio";
import { expect } from "./test";

/** The body of the article whose form is open. */
export const editor = (page: Page) => studio.document(page).getByTestId("field-content");

/** Chooses a block from the toolbar of a text, or from the menu of what does not fit into it. */
export async function insert(page: Page, name: string) {
  const item = page.getByRole("button", { name: `Insert ${name} (block)` });
  if (await item.isVisible()) return item.click();
  await editor(page).getByRole("button", { name: "More blocks to insert" }).click();
  await page.getByRole("menuitem", { name: new RegExp(name) }).click();
}

/** Chooses a mark from the toolbar of a text, or from the menu of what does not fit into it. */
export async function chooseMark(page: Page, name: string) {
  const item = editor(page).getByRole("button", { name, exact: true });
  if (await item.isVisible()) return item.click();
  await editor(page).getByRole("button", { name: "More formatting" }).click();
  const entry = page.getByRole("menuitem", { name, exact: true });
  await entry.hover();
  // As it does under a pointer that moves as people's do.
  await expect(entry).toHaveAttribute("data-selected");
  await entry.click();
}
