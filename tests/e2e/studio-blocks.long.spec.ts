import type { Page } from "@playwright/test";
import type { SanityClient } from "@sanity/client";
import { startArticle } from "./support/pasting";
import { studio } from "./support/studio";
import { expect, test } from "./support/test";
import { editor, insert } from "./support/text-toolbar";

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
    studioPage: page,
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
  studioPage: page,
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
    studioPage: page,
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
  studioPage: page,
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
  studioPage: page,
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
  studioPage: page,
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
  studioPage: page,
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

test("Escape closes a block's dialog after a click on the title of another pane", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  const id = "post-closed-from-pane";
  await startArticle(page, lake, id);
  await page.keyboard.type("Before");
  await insert(page, "Callout");
  await page.keyboard.type("Callout");
  await expect(page.getByRole("dialog").getByRole("textbox").first()).toHaveValue("Callout");
  await page.getByTestId("pane-header").filter({ hasText: "Articles" }).click();
  await page.keyboard.press("Escape");
  await page.keyboard.type(words, { delay: 60 });
  await expect.poll(() => texts(lake, id)).toEqual(["Before", "Callout", words]);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a click beside the text, while a block's dialog opens, loses nothing and changes no order", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  const id = "post-clicked-before";
  await startArticle(page, lake, id);
  await page.keyboard.type("Before");
  const label = await editor(page).getByText("Body", { exact: true }).boundingBox();
  const pane = await studio.document(page).boundingBox();
  await insert(page, "Code");
  await page.keyboard.type("const a = 1;");
  // At the edge of the form: on a slow machine the dialog is there by now, and covers the label.
  await page.mouse.click((pane?.x ?? 0) + 6, label?.y ?? 0);
  await page.keyboard.type(words, { delay: 60 });
  // Before the dialog is there the click closes it; one that is just appearing stays open.
  await expect
    .poll(async () => (await texts(lake, id)).join(""))
    .toBe(`Beforeconst a = 1;${words}`);
});

test("a field that is clicked while the code of a block is loading keeps the focus, and gets no code", async ({
  lake,
  adminPage: page,
}) => {
  test.slow();
  const id = "post-clicked-field";
  let load = () => {};
  const mayLoad = new Promise<void>((resolve) => (load = resolve));
  await page.route("**/CodeMirrorProxy-*.js", async (route) => {
    await mayLoad;
    await route.continue();
  });
  await startArticle(page, lake, id);
  await insert(page, "Code");
  await page.keyboard.type("const a = 1;");
  const dialog = page.getByRole("dialog");
  const file = dialog.getByRole("textbox", { name: "Filename" });
  await file.click();
  await page.keyboard.type("press", { delay: 60 });
  load();
  await expect(dialog.locator(".cm-content")).toHaveText("const a = 1;");
  await expect(file).toBeFocused();
  await page.keyboard.type(".ts", { delay: 60 });
  await expect
    .poll(() =>
      lake.fetch(`*[_id == "drafts.${id}"][0].content[_type == "code"]{ code, filename }`),
    )
    .toEqual([{ code: "const a = 1;", filename: "press.ts" }]);
});

test("what is typed after a click beside a dialog goes into the text, also when another pane had the focus", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  const id = "post-other-pane";
  await startArticle(page, lake, id);
  await page.keyboard.type("Before");
  await insert(page, "Callout");
  await page.keyboard.type("Callout");
  await expect(page.getByRole("dialog").getByRole("textbox").first()).toHaveValue("Callout");
  await page.getByTestId("pane-header").filter({ hasText: "Articles" }).click();
  const dialog = await page.getByRole("dialog").boundingBox();
  const pane = await studio.document(page).boundingBox();
  await page.mouse.click(((pane?.x ?? 0) + (dialog?.x ?? 0)) / 2, (dialog?.y ?? 0) + 200);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.type(words, { delay: 60 });
  await expect.poll(() => texts(lake, id)).toEqual(["Before", "Callout", words]);
});

test("a click on the empty part of an opening dialog's header changes no order", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  const id = "post-clicked-header";
  await startArticle(page, lake, id);
  await page.keyboard.type("Before");
  await insert(page, "Code");
  await page.keyboard.type("const a");
  const button = page.getByRole("button", { name: "Close dialog" });
  await button.waitFor();
  const box = await button.boundingBox();
  await page.mouse.click((box?.x ?? 0) - 24, box?.y ?? 0);
  await page.keyboard.type(" = 1; // at once", { delay: 60 });
  await expect.poll(() => texts(lake, id)).toEqual(["Before", "const a = 1; // at once"]);
});

test("Escape right after the last key of a second field closes a block's dialog", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  const id = "post-tabbed-at-once";
  await startArticle(page, lake, id);
  await page.keyboard.type("Before");
  await insert(page, "Quote");
  await page.keyboard.type("Said at once", { delay: 60 });
  await page.keyboard.press("Tab");
  await page.keyboard.type("Ann Author", { delay: 60 });
  await page.keyboard.press("Escape");
  await page.keyboard.type(words, { delay: 60 });
  const written = () =>
    lake.fetch(
      `*[_id == "drafts.${id}"][0].content[]{ text, attribution, "typed": pt::text([@]) }`,
    );
  await expect
    .poll(written)
    .toMatchObject([
      { typed: "Before" },
      { text: "Said at once", attribution: "Ann Author" },
      { typed: words },
    ]);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("what is typed after a click on code, before the text has the focus, is behind it", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  const id = "post-block-first";
  const code = { _type: "code", _key: "code", language: "sh", code: "fold once" };
  await lake.create({ _id: `drafts.${id}`, _type: "post", title: id, content: [code] });
  await studio.open(page, `blog;post;${id}`);
  await expect(studio.field(page, "Title")).toHaveValue(id);
  await editor(page).getByText("fold once").click();
  await page.keyboard.type(words, { delay: 60 });
  await expect.poll(() => texts(lake, id)).toEqual(["fold once", words]);
});

test("a Tab typed at once after inserting a block moves to its second field", async ({
  lake,
  studioPage: page,
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
  studioPage: page,
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

for (const title of ["", "Care"]) {
  test(`a Tab typed at once after inserting a callout, behind “${title}”, moves into its text`, async ({
    lake,
    studioPage: page,
  }) => {
    test.slow();
    const id = `post-callout-at-once-${title.length}`;
    await startArticle(page, lake, id);
    await insert(page, "Callout");
    await page.keyboard.type(title, { delay: 60 });
    await page.keyboard.press("Tab");
    await page.keyboard.type(words, { delay: 60 });
    const callout = () =>
      lake.fetch(
        `*[_id == "drafts.${id}"][0].content[_type != "block"]{ title, "text": pt::text(content) }`,
      );
    await expect.poll(callout).toEqual([{ title: title || null, text: words }]);
  });
}

test("Tab moves from the title of a callout into its text, past the button that expands the text", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  const id = "post-callout-tab";
  await startArticle(page, lake, id);
  await insert(page, "Callout");
  await page.keyboard.type("Take care", { delay: 60 });
  await page.keyboard.press("Tab");
  await page.keyboard.type(words, { delay: 60 });
  const callout = () =>
    lake.fetch(
      `*[_id == "drafts.${id}"][0].content[_type != "block"]{ title, "text": pt::text(content) }`,
    );
  await expect.poll(callout).toEqual([{ title: "Take care", text: words }]);
  await expect(page.getByRole("dialog")).toHaveCount(1);
});
