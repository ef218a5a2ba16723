import { blockTexts } from "./support/block-texts";
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
  await expect.poll(() => blockTexts(lake, id)).toEqual(["fold once", words]);
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

test("what is typed after a message has opened a block goes into the field that it names", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  const id = "post-jumped-to";
  const quote = { _type: "quote", _key: "quote", text: "Said" };
  await lake.create({ _id: `drafts.${id}`, _type: "post", title: id, content: [quote] });
  await studio.open(page, `blog;post;${id}`);
  await expect(studio.field(page, "Title")).toHaveValue(id);
  await studio.tab(page, "Publishing");
  await studio.document(page).getByRole("button", { name: "Validation" }).click();
  await page.getByRole("button", { name: "Body / Quote / Who said it" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.type("Ann of the press", { delay: 60 });
  const written = () =>
    lake.fetch(`*[_id == "drafts.${id}"][0].content[]{ _type, text, attribution }`);
  await expect
    .poll(written)
    .toEqual([{ _type: "quote", text: "Said", attribution: "Ann of the press" }]);
});

test("what is typed after the page was loaded with a block open goes into its first field", async ({
  lake,
  adminPage: page,
}) => {
  test.slow();
  const id = "post-loaded-open";
  await startArticle(page, lake, id);
  await insert(page, "Quote");
  await page.keyboard.type("Said");
  await expect.poll(() => lake.fetch(`*[_id == "drafts.${id}"][0].content[0].text`)).toBe("Said");
  await page.reload();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.type(" at last", { delay: 60 });
  await expect
    .poll(() => lake.fetch(`*[_id == "drafts.${id}"][0].content[0].text`))
    .toBe("Said at last");
});
