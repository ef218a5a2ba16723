import type { Page } from "@playwright/test";
import { blockTexts } from "./support/block-texts";
import { startArticle } from "./support/pasting";
import { expect, test } from "./support/test";
import { insert } from "./support/text-toolbar";

const words = "at once, with spaces, and on while the dialog opens";

/** Ways to close a block's dialog. */
const ways: Record<string, (page: Page) => Promise<unknown>> = {
  Escape: (page) => page.keyboard.press("Escape"),
  "its button": (page) => page.getByRole("button", { name: "Close dialog" }).click(),
};

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
    await expect.poll(() => blockTexts(lake, id)).toEqual(["Before", "Callout", words]);
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
  await expect.poll(() => blockTexts(lake, id)).toEqual(["Before", "Callout", words, "After"]);
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
  await expect.poll(() => blockTexts(lake, id)).toEqual(["Before", "Second callout", words]);
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
  await expect.poll(() => blockTexts(lake, id)).toEqual(["Before", "const a = 1;", words]);
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
  await expect.poll(() => blockTexts(lake, id)).toEqual(["Before", "Callout", words]);
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
  await expect.poll(() => blockTexts(lake, id)).toEqual(["Before", "Callout", words]);
  await expect(page.getByRole("dialog")).toHaveCount(0);
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
