import type { Page } from "@playwright/test";
import { studio } from "./studio";
import { expect } from "./test";

/** The body of the article whose form is open. */
export const editor = (page: Page) => studio.document(page).getByTestId("field-content");

/**
 * Types words into a text, and waits until they are shown: a key that moves the caret or selects
 * works on what is shown, and no person presses it within a millisecond of the last letter.
 *
 * @param shown what becomes of them, such as a heading of `## Heading`
 */
export async function writeWords(page: Page, words: string, shown = words) {
  await page.keyboard.type(words);
  await expect(editor(page).getByRole("textbox").getByText(shown).first()).toBeVisible();
}

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
