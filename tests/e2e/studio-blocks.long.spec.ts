import type { Page } from "@playwright/test";
import { startArticle } from "./pasting";
import { studio } from "./studio";
import { expect, test } from "./test";

const editor = (page: Page) => studio.document(page).getByTestId("field-content");

/** Chooses a block from the toolbar of a text, or from the menu of what does not fit into it. */
async function insert(page: Page, name: string) {
  const item = page.getByRole("button", { name: `Insert ${name} (block)` });
  if (await item.isVisible()) return item.click();
  // The menu stands before the last button, which expands the editor.
  const menu = editor(page).getByRole("button").filter({ visible: true }).nth(-2);
  await menu.click();
  await page.getByRole("menuitem", { name: new RegExp(name) }).click();
}

const words = "at once, with spaces, and on while the dialog opens";

for (const [name, field] of [
  ["Callout", "title"],
  ["Quote", "text"],
  ["Table", "caption"],
  ["Video", "url"],
  ["Image", "alt"],
  ["Code", "filename"],
]) {
  test(`after inserting ${name}, what is typed at once is in its first field of text`, async ({
    lake,
    adminPage: page,
  }) => {
    test.slow();
    const id = `post-block-${name}`;
    await startArticle(page, lake, id);
    await insert(page, name ?? "");
    // Over the time in which the dialog opens, and moves the focus to its breadcrumb.
    await page.keyboard.type(words, { delay: 60 });
    const written = () =>
      lake.fetch(`*[_id == "drafts.${id}"][0].content[_type != "block"]{ "typed": ${field} }`);
    await expect.poll(written).toEqual([{ typed: words }]);
    await expect(page.getByRole("dialog").getByRole("textbox").first()).toBeVisible();
  });
}

test("the dialog of a block without a title is named by what the block is", async ({
  lake,
  adminPage: page,
}) => {
  test.slow();
  await startArticle(page, lake, "post-block-named");
  await insert(page, "Callout");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("button", { name: "Callout" })).toBeVisible();
  await expect(dialog.getByText("Untitled")).toHaveCount(0);
});
