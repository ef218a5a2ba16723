import type { Page } from "@playwright/test";
import type { SanityClient } from "@sanity/client";
import { startArticle } from "./support/pasting";
import { studio } from "./support/studio";
import { expect, test } from "./support/test";

interface Written {
  /** Of the article that the table is in. */
  id: string;
  caption: string;
  rows?: object[];
}

/** Opens an article whose text is a table, and the table by a double click. */
async function openTable(page: Page, lake: SanityClient, { id, ...written }: Written) {
  const table = { _type: "table", _key: "table", ...written };
  await lake.create({ _id: `drafts.${id}`, _type: "post", title: id, content: [table] });
  await startArticle(page, lake, id);
  const text = studio.document(page).getByTestId("field-content");
  await text.getByText(written.caption).dblclick();
}

test("an editor writes a table, pastes one from a spreadsheet, and a visitor reads it", async ({
  lake,
  studioPage: page,
  page: visitor,
}) => {
  test.slow();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const slug = "optimizing-pdf-workflows-for-enterprise";
  await studio.open(page, `blog;post;post-${slug}`);
  await studio.writeBody(page, "");
  await page.keyboard.press("Control+End");
  // The menus of the field, of the marks and of the blocks: none has a name.
  const menus = studio
    .document(page)
    .getByTestId("field-content")
    .getByRole("button")
    .filter({ has: page.locator("[data-sanity-icon='ellipsis-horizontal']") });
  await menus.nth(2).click();
  await page.getByRole("menuitem", { name: /Table/ }).click();
  await page.getByRole("textbox", { name: "Caption" }).fill("Sizes of leaflets");

  const query =
    '*[_id == $id][0].content[_type == "table" && caption match "leaflets"][0].rows[].cells';
  const written = () => lake.fetch<string[][]>(query, { id: `drafts.post-${slug}` });
  const cell = (row: number, column: number) =>
    page.getByRole("textbox", { name: `Row ${row}, column ${column}` });
  await page.getByRole("button", { name: "Start with three columns" }).click();
  await cell(1, 1).fill("Name");
  await cell(1, 2).fill("Width");
  await page.keyboard.press("Tab");
  await expect(cell(1, 3)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(cell(2, 1)).toBeFocused();
  await page.evaluate(() =>
    navigator.clipboard.writeText("A4\t210 mm\r\nA6\t105 mm\r\nA5\t148 mm"),
  );
  await page.keyboard.press("Control+V");
  // The first edit of a published document creates a draft, and the form is rendered again from it.
  await expect.poll(written).toHaveLength(4);
  await page.getByRole("button", { name: "Row 4" }).click();
  await page.getByRole("menuitem", { name: "Move up" }).click();
  await expect(cell(3, 2)).toHaveValue("148 mm");
  await page.getByRole("button", { name: "Column 3" }).click();
  await page.getByRole("menuitem", { name: "Remove column" }).click();
  await expect(cell(1, 3)).toHaveCount(0);
  await expect.poll(written).toEqual([
    ["Name", "Width"],
    ["A4", "210 mm"],
    ["A5", "148 mm"],
    ["A6", "105 mm"],
  ]);

  await studio.publish(page);
  await visitor.goto(`/blog/${slug}`);
  const table = visitor.getByRole("table", { name: "Sizes of leaflets" });
  await expect(table.getByRole("columnheader")).toHaveText(["Name", "Width"]);
  await expect(table.getByRole("row").nth(2)).toHaveText(/A5\s*148\s*mm/);
});

test("what is typed after a table, a row or a column is begun is in its first cell", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  const id = "post-table-begun";
  await openTable(page, lake, { id, caption: "Begun" });
  await expect(page.getByRole("textbox", { name: "Caption" })).toBeFocused();
  await page.getByRole("button", { name: "Start with three columns" }).click();
  await page.keyboard.type("The first cell");
  await page.getByRole("button", { name: "Add row" }).click();
  await page.keyboard.type("The new row");
  await page.getByRole("button", { name: "Add column" }).press("Enter");
  await page.keyboard.type("The new column");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Below");
  await page.getByRole("textbox", { name: "Row 4, column 1" }).press("Enter");
  await page.keyboard.type("The row after the last");
  const cells = () => lake.fetch(`*[_id == "drafts.${id}"][0].content[0].rows[].cells`);
  await expect.poll(cells).toEqual([
    ["The first cell", "", "", "The new column"],
    ["", "", "", "Below"],
    ["", "", "", ""],
    ["The new row", "", "", ""],
    ["The row after the last", "", "", ""],
  ]);
});

test("letters on the buttons that Tab leads to are in the first cell that these add", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  const id = "post-table-by-keyboard";
  await openTable(page, lake, { id, caption: "By keyboard" });
  await expect(page.getByRole("textbox", { name: "Caption" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Start with three columns" })).toBeFocused();
  await page.keyboard.type("Step one", { delay: 60 });
  await page.getByRole("textbox", { name: "Row 3, column 3" }).focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Add row" })).toBeFocused();
  await page.keyboard.type("Step four", { delay: 60 });
  const cells = () => lake.fetch(`*[_id == "drafts.${id}"][0].content[0].rows[].cells`);
  await expect.poll(cells).toEqual([
    ["Step one", "", ""],
    ["", "", ""],
    ["", "", ""],
    ["Step four", "", ""],
  ]);
});

test("what is typed before a table's dialog is there is where its Tabs lead", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  const id = "post-table-typed-at-once";
  await openTable(page, lake, { id, caption: "Pressed" });
  for (const text of [" at once", "Step one", "Step two"]) {
    await page.keyboard.type(text, { delay: 30 });
    await page.keyboard.press("Tab");
  }
  await page.keyboard.type("Step three", { delay: 30 });
  const written = () =>
    lake.fetch(`*[_id == "drafts.${id}"][0].content[0]{ caption, "rows": rows[].cells }`);
  await expect.poll(written).toEqual({
    caption: "Pressed at once",
    rows: [
      ["Step one", "Step two", "Step three"],
      ["", "", ""],
      ["", "", ""],
    ],
  });
});

test("what is typed after a row or a column is inserted from a menu is in its first cell", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  const id = "post-table-inserted";
  const rows = ["Ink", "Paper"].map((name) => ({
    _key: name,
    _type: "tableRow",
    cells: [name, ""],
  }));
  await openTable(page, lake, { id, caption: "Inserted", rows });
  await expect(page.getByRole("textbox", { name: "Caption" })).toBeFocused();
  await page.getByRole("button", { name: "Row 1", exact: true }).click();
  await page.getByRole("menuitem", { name: "Insert row below" }).click();
  await page.keyboard.type("Rollers and pins", { delay: 40 });
  await page.getByRole("button", { name: "Column 1", exact: true }).click();
  await page.getByRole("menuitem", { name: "Insert column after" }).click();
  await page.keyboard.type("Carried by", { delay: 40 });
  const cells = () => lake.fetch(`*[_id == "drafts.${id}"][0].content[0].rows[].cells`);
  await expect.poll(cells).toEqual([
    ["Ink", "Carried by", ""],
    ["Rollers and pins", "", ""],
    ["Paper", "", ""],
  ]);
});
