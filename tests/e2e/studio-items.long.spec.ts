import type { Locator, Page } from "@playwright/test";
import { studio } from "./support/studio";
import { expect, test } from "./support/test";

const words = "at once, with spaces, and on while the dialog opens";

/** The button that adds an item to the only list of a form or a dialog. */
const add = (place: Locator) => place.getByRole("button", { name: /^Add item/ });

const entry = (page: Page, name: string) => page.getByRole("menuitem", { name }).last();

/** Ways to add a Trust section to a landing page. */
const ways: Record<string, (page: Page) => Promise<unknown>> = {
  clicks: async (page) => {
    await add(studio.document(page)).click();
    await entry(page, "Trust").click();
  },
  search: async (page) => {
    await add(studio.document(page)).click();
    await expect(entry(page, "Trust")).toBeVisible();
    await page.keyboard.type("trust", { delay: 60 });
    await page.keyboard.press("Enter");
  },
  Enter: async (page) => {
    await add(studio.document(page)).press("Enter");
    await entry(page, "Trust").press("Enter");
  },
  Space: async (page) => {
    await add(studio.document(page)).press("Space");
    await entry(page, "Trust").press("Space");
  },
};

for (const [way, addSection] of Object.entries(ways)) {
  test(`after a section is added by ${way}, what is typed at once is in its first field of text`, async ({
    lake,
    studioPage: page,
  }) => {
    test.slow();
    const id = `page-${way}`;
    await lake.create({ _id: `drafts.${id}`, _type: "page", title: id });
    await studio.open(page, `page;${id}`);
    await expect(studio.field(page, "Name")).toHaveValue(id);
    // The form takes the focus when it opens, also from a button that has it already.
    await expect(studio.document(page).getByRole("tab", { name: /^All fields/ })).toBeFocused();
    await addSection(page);
    await page.keyboard.type(words, { delay: 60 });
    const written = () => lake.fetch(`*[_id == "drafts.${id}"][0].sections[].heading`);
    await expect.poll(written).toEqual([words]);
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("textbox").first()).toBeFocused();
    const title = dialog.getByRole("button", { name: "Trust" }).getByText("Trust");
    await expect(title).toHaveCSS("text-transform", "none");
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect.poll(written).toEqual([words]);
    await expect(studio.document(page).getByRole("button", { name: "Move this item" })).toHaveCount(
      1,
    );
  });
}

test("what is typed at once after an item is added to a list of one type is in its first field of text", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  await lake.create({ _id: "drafts.release-added", _type: "changelogEntry", title: "Added" });
  await studio.open(page, "changelog;changelogEntry;release-added");
  await expect(studio.field(page, "Title")).toHaveValue("Added");
  await add(studio.document(page)).click();
  await page.keyboard.type(words, { delay: 60 });
  await expect
    .poll(() => lake.fetch('*[_id == "drafts.release-added"][0].changes[].text'))
    .toEqual([words]);
});

test("what is typed at once after an item is added within a section is in the item", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  const hero = { _type: "homeHero", _key: "hero", headline: "All of it" };
  await lake.create({ _id: "drafts.page-within", _type: "page", title: "In", sections: [hero] });
  await studio.open(page, "page;page-within");
  await expect(studio.field(page, "Name")).toHaveValue("In");
  await studio.document(page).getByRole("button", { name: /Hero/ }).first().click();
  await add(page.getByRole("dialog")).first().click();
  await page.keyboard.type(words, { delay: 60 });
  await expect
    .poll(() => lake.fetch('*[_id == "drafts.page-within"][0].sections[0].facts[].value'))
    .toEqual([words]);
});

test("what is typed at once after a section is opened from its row goes on in its first field of text", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  const trust = { _type: "homeTrust", _key: "trust", heading: "All" };
  await lake.create({ _id: "drafts.page-row", _type: "page", title: "Row", sections: [trust] });
  await studio.open(page, "page;page-row");
  await expect(studio.field(page, "Name")).toHaveValue("Row");
  await studio.document(page).getByRole("button", { name: /All/ }).last().click();
  await page.keyboard.type(` ${words}`, { delay: 60 });
  await expect
    .poll(() => lake.fetch('*[_id == "drafts.page-row"][0].sections[0].heading'))
    .toBe(`All ${words}`);
});

test("an item that is closed before anything is chosen leaves no notice", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  const sections = [{ _key: "prices", _type: "homePricing", plans: [] }];
  await lake.create({ _id: "drafts.page-unchosen", _type: "page", title: "Unchosen", sections });
  await studio.open(page, "page;page-unchosen");
  await studio
    .document(page)
    .getByRole("button", { name: /Pricing/ })
    .click();
  const dialog = page.getByRole("dialog");
  await add(dialog).click();
  await expect(dialog.getByPlaceholder("Type to search")).toBeFocused();
  const plans = () =>
    lake.fetch('coalesce(count(*[_id == "drafts.page-unchosen"][0].sections[0].plans), 0)');
  await expect.poll(plans).toBe(1);
  await dialog.getByRole("button", { name: "Close dialog" }).click();
  await expect(dialog).toHaveCount(0);
  // The Studio removes it by itself.
  await expect.poll(plans).toBe(0);
  await expect(page.getByText("while you were writing in it")).toHaveCount(0);
});

test("Escape closes the dialogs of nested items one after another", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  const hero = { _type: "homeHero", _key: "hero", headline: "All of it" };
  await lake.create({ _id: "drafts.page-nested", _type: "page", title: "Up", sections: [hero] });
  await studio.open(page, "page;page-nested");
  await expect(studio.field(page, "Name")).toHaveValue("Up");
  const row = studio.document(page).getByRole("button", { name: /Hero/ }).first();
  await row.click();
  const dialogs = page.getByRole("dialog");
  await add(dialogs).first().click();
  await page.keyboard.type("98 %");
  await expect(dialogs.last().getByRole("textbox").first()).toHaveValue("98 %");
  await expect(dialogs).toHaveCount(2);
  await page.keyboard.press("Escape");
  await expect(dialogs).toHaveCount(1);
  await expect(dialogs.getByRole("button", { name: /98 %/ })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialogs).toHaveCount(0);
  await expect(row).toBeFocused();
});

test("Escape right after the last key closes an item's dialog once the text is in it", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  await lake.create({ _id: "drafts.release-at-once", _type: "changelogEntry", title: "At once" });
  await studio.open(page, "changelog;changelogEntry;release-at-once");
  await expect(studio.field(page, "Title")).toHaveValue("At once");
  await add(studio.document(page)).click();
  await page.keyboard.type("Second change");
  await page.keyboard.press("Escape");
  await expect
    .poll(() => lake.fetch('*[_id == "drafts.release-at-once"][0].changes[].text'))
    .toEqual(["Second change"]);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

const twoSections = {
  _type: "page",
  sections: ["One", "Two"].map((heading) => ({ _key: heading, _type: "homeTrust", heading })),
};

test("a removed section comes back with its text, by Ctrl+Z or by Undo in the notice", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  await lake.create({ ...twoSections, _id: "drafts.page-removed", title: "Removed" });
  await studio.open(page, "page;page-removed");
  await expect(studio.field(page, "Name")).toHaveValue("Removed");
  const headings = () => lake.fetch('*[_id == "drafts.page-removed"][0].sections[].heading');
  const remove = async (row: number) => {
    const menus = studio.document(page).getByTestId("array-item-menu-button");
    await menus.nth(row).click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
  };
  await remove(1);
  await expect.poll(headings).toEqual(["One"]);
  await page.keyboard.press("Control+z");
  await expect.poll(headings).toEqual(["One", "Two"]);
  await remove(0);
  await expect.poll(headings).toEqual(["Two"]);
  // The notice stays when the form is left, and means the same document.
  await studio.open(page, "siteSettings");
  await expect(page.getByText("Removed from “Sections”")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(headings).toEqual(["One", "Two"]);
  await expect(page.getByText("It is back").first()).toBeVisible();
});

test("a section that someone else removes while its user writes in it comes back with every letter", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  const id = "drafts.page-taken";
  await lake.create({ ...twoSections, _id: id, title: "Taken" });
  await studio.open(page, "page;page-taken");
  await studio.document(page).getByRole("button", { name: /Two/ }).first().click();
  const heading = page.getByRole("dialog").getByRole("textbox", { name: "Heading" });
  await heading.click();
  await page.keyboard.press("End");
  await page.keyboard.type(" and more", { delay: 75 });
  // In the middle of a word, without a pause.
  const removed = lake.patch(id).unset(['sections[_key=="Two"]']).commit();
  await page.keyboard.type(" of what is typed on, Qqq", { delay: 75 });
  await removed;
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("button", { name: "Put it back" }).click();
  await expect
    .poll(() => lake.fetch(`*[_id == "${id}"][0].sections[].heading`))
    .toEqual(["One", "Two and more of what is typed on, Qqq"]);
});
