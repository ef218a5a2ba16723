import type { Page } from "@playwright/test";
import type { SanityClient } from "@sanity/client";
import { startArticle } from "./pasting";
import { studio } from "./studio";
import { expect, test } from "./test";

const editor = (page: Page) => studio.document(page).getByTestId("field-content");

/** Chooses a block from the toolbar of a text, or from the menu of what does not fit into it. */
async function insert(page: Page, name: string) {
  const item = page.getByRole("button", { name: `Insert ${name} (block)` });
  if (await item.isVisible()) return item.click();
  await editor(page).getByRole("button", { name: "More blocks to insert" }).click();
  await page.getByRole("menuitem", { name: new RegExp(name) }).click();
}

/** Chooses a mark from the toolbar of a text, or from the menu of what does not fit into it. */
async function chooseMark(page: Page, name: string) {
  const item = editor(page).getByRole("button", { name, exact: true });
  if (await item.isVisible()) return item.click();
  await editor(page).getByRole("button", { name: "More formatting" }).click();
  const entry = page.getByRole("menuitem", { name, exact: true });
  await entry.hover();
  // As it does under a pointer that moves as people's do.
  await expect(entry).toHaveAttribute("data-selected");
  await entry.click();
}

const words = "at once, with spaces, and on while the dialog opens";

for (const [name, field] of [
  ["Callout", "title"],
  ["Quote", "text"],
  ["Table", "caption"],
  ["Video", "url"],
  ["Image", "alt"],
  ["Code", "code"],
]) {
  test(`after inserting ${name}, what is typed at once is in its first field for content`, async ({
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

/** Ways to close a block's dialog. */
const ways: Record<string, (page: Page) => Promise<unknown>> = {
  Escape: (page) => page.keyboard.press("Escape"),
  "its button": (page) => page.getByRole("button", { name: "Close dialog" }).click(),
};

/** The text of each block of a draft: a callout's is its title. */
const texts = (lake: SanityClient, id: string) =>
  lake.fetch<string[]>(
    `*[_id == "drafts.${id}"][0].content[]{ "text": select(_type == "block" => pt::text([@]), coalesce(title, code)) }.text`,
  );

for (const [way, close] of Object.entries(ways)) {
  test(`after a block's dialog is closed by ${way}, what is typed is in the text`, async ({
    lake,
    adminPage: page,
  }) => {
    test.slow();
    const id = `post-closed-${way.replace(" ", "-")}`;
    await startArticle(page, lake, id);
    await page.keyboard.type("Before");
    await insert(page, "Callout");
    await page.keyboard.type("Callout");
    await expect(page.getByRole("dialog").getByRole("textbox").first()).toHaveValue("Callout");
    await close(page);
    await page.keyboard.type(words, { delay: 60 });
    await expect.poll(() => texts(lake, id)).toEqual(["Before", "Callout", words]);
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
}

test("what is typed between two paragraphs, after a block's dialog is closed, is between them", async ({
  lake,
  adminPage: page,
}) => {
  test.slow();
  const id = "post-closed-between";
  await startArticle(page, lake, id);
  await page.keyboard.type("Before");
  await page.keyboard.press("Enter");
  await page.keyboard.type("After");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("End");
  await insert(page, "Callout");
  await page.keyboard.type("Callout");
  await expect(page.getByRole("dialog").getByRole("textbox").first()).toHaveValue("Callout");
  await page.keyboard.press("Escape");
  await page.keyboard.type(words, { delay: 60 });
  await expect.poll(() => texts(lake, id)).toEqual(["Before", "Callout", words, "After"]);
});

test("Escape right after the last key closes a block's dialog once the text is in it", async ({
  lake,
  adminPage: page,
}) => {
  test.slow();
  const id = "post-closed-at-once";
  await startArticle(page, lake, id);
  await page.keyboard.type("Before");
  await insert(page, "Callout");
  await page.keyboard.type("Second callout");
  await page.keyboard.press("Escape");
  await page.keyboard.type(words, { delay: 60 });
  await expect.poll(() => texts(lake, id)).toEqual(["Before", "Second callout", words]);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a click that closes a block's dialog as soon as it is there loses nothing", async ({
  lake,
  adminPage: page,
}) => {
  test.slow();
  const id = "post-clicked-at-once";
  await startArticle(page, lake, id);
  await page.keyboard.type("Before");
  await insert(page, "Code");
  await page.keyboard.type("const a = 1;");
  // Without waiting until it is at rest: as one that is quicker than the dialog.
  await page.getByRole("button", { name: "Close dialog" }).dispatchEvent("pointerdown");
  await page.getByRole("button", { name: "Close dialog" }).dispatchEvent("click");
  await page.keyboard.type(words, { delay: 60 });
  await expect.poll(() => texts(lake, id)).toEqual(["Before", "const a = 1;", words]);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("Escape closes a block's dialog that has lost the focus", async ({
  lake,
  adminPage: page,
}) => {
  test.slow();
  const id = "post-closed-unfocused";
  await startArticle(page, lake, id);
  await page.keyboard.type("Before");
  await insert(page, "Callout");
  await page.keyboard.type("Callout");
  const title = page.getByRole("dialog").getByRole("textbox").first();
  await expect(title).toHaveValue("Callout");
  // As by a click on the title of another pane.
  await title.blur();
  await page.keyboard.press("Escape");
  await page.keyboard.type(words, { delay: 60 });
  await expect.poll(() => texts(lake, id)).toEqual(["Before", "Callout", words]);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a Tab typed at once after inserting a block moves to its second field", async ({
  lake,
  adminPage: page,
}) => {
  test.slow();
  await startArticle(page, lake, "post-block-tab");
  await insert(page, "Quote");
  await page.keyboard.type("Said at once");
  await page.keyboard.press("Tab");
  await page.keyboard.type("The person who said it");
  await expect
    .poll(() =>
      lake.fetch(
        '*[_id == "drafts.post-block-tab"][0].content[_type != "block"]{ text, attribution }',
      ),
    )
    .toEqual([{ text: "Said at once", attribution: "The person who said it" }]);
});

test("Tab moves from field to field, and Shift+Tab reaches the menus between them", async ({
  lake,
  adminPage: page,
}) => {
  test.slow();
  await startArticle(page, lake, "post-tabbed");
  await insert(page, "Quote");
  const dialog = page.getByRole("dialog");
  const [text, person] = [dialog.getByRole("textbox").nth(0), dialog.getByRole("textbox").nth(1)];
  await text.fill("Said");
  await expect(text).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(person).toBeFocused();
  await page.keyboard.type("Ann Author");
  await expect(person).toHaveValue("Ann Author");
  await page.keyboard.press("Shift+Tab");
  await expect(dialog.getByTestId("field-actions-trigger").nth(1)).toBeFocused();
});

test("the target of a link is typed at once after its button was chosen", async ({
  lake,
  adminPage: page,
}) => {
  test.slow();
  await startArticle(page, lake, "post-linked");
  await page.keyboard.type("Contact");
  await page.keyboard.press("ControlOrMeta+A");
  await chooseMark(page, "Link");
  await page.keyboard.type("/contact", { delay: 60 });
  await expect(page.getByRole("textbox", { name: "Address" })).toHaveValue("/contact");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("textbox", { name: "Address" })).toHaveCount(0);
  await page.keyboard.type(" us", { delay: 60 });
  const written = () =>
    lake.fetch(`*[_id == "drafts.post-linked"][0].content[]{
      "linked": pt::text([{ ..., "children": children[count(marks) > 0] }]),
      "text": pt::text([@]), "targets": markDefs[].href
    }`);
  await expect
    .poll(written)
    .toEqual([{ linked: "Contact", text: "Contact us", targets: ["/contact"] }]);
});

test("Enter, and a click beside it, close the popover of a link", async ({
  lake,
  adminPage: page,
}) => {
  test.slow();
  await startArticle(page, lake, "post-linked-by-enter");
  const target = page.getByRole("textbox", { name: "Address" });
  await page.keyboard.type("Contact");
  await page.keyboard.press("ControlOrMeta+A");
  await chooseMark(page, "Link");
  await page.keyboard.type("/contact", { delay: 60 });
  await page.keyboard.press("Enter");
  await page.keyboard.type(" us", { delay: 60 });
  await expect(target).toHaveCount(0);
  await expect(editor(page)).toContainText("Contact us");
  await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("Shift+ArrowLeft");
  await chooseMark(page, "Link");
  await page.keyboard.type("/about", { delay: 60 });
  await expect(target).toHaveValue("/about");
  await editor(page).getByText("Body", { exact: true }).click();
  await expect(target).toHaveCount(0);
  await expect
    .poll(() =>
      lake.fetch(`*[_id == "drafts.post-linked-by-enter"][0].content[]{
        "text": pt::text([@]), "targets": markDefs[].href
      }`),
    )
    .toEqual([{ text: "Contact us", targets: ["/contact", "/about"] }]);
});

test("Escape right after a link's target closes its popover once the target is in it", async ({
  lake,
  adminPage: page,
}) => {
  test.slow();
  await startArticle(page, lake, "post-linked-at-once");
  await page.keyboard.type("Contact");
  await page.keyboard.press("ControlOrMeta+A");
  await chooseMark(page, "Link");
  await page.keyboard.type("/contact");
  await page.keyboard.press("Escape");
  await page.keyboard.type(" us, at once", { delay: 60 });
  const written = () =>
    lake.fetch(
      `*[_id == "drafts.post-linked-at-once"][0].content[]{
        "text": pt::text([@]), "targets": markDefs[].href
      }`,
    );
  await expect.poll(written).toEqual([{ text: "Contact us, at once", targets: ["/contact"] }]);
  await expect(page.getByRole("textbox", { name: "Address" })).toHaveCount(0);
});
