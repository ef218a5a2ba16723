import { blockTexts } from "./support/block-texts";
import { startArticle } from "./support/pasting";
import { studio } from "./support/studio";
import { expect, test } from "./support/test";
import { editor, insert } from "./support/text-toolbar";

const words = "at once, with spaces, and on while the dialog opens";

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
    .poll(async () => (await blockTexts(lake, id)).join(""))
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

test("what is typed after a click beside a dialog goes into the text, even when another pane had the focus", async ({
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
  await expect.poll(() => blockTexts(lake, id)).toEqual(["Before", "Callout", words]);
});

test("a click on the empty part of an opening dialog's header loses nothing and changes no order", async ({
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
  await expect.poll(() => blockTexts(lake, id)).toEqual(["Before", "const a = 1; // at once"]);
  // Before the click ends, after which Sanity's returns the focus.
  await page.mouse.down();
  await page.keyboard.type(", and then");
  await page.mouse.up();
  await expect
    .poll(() => blockTexts(lake, id))
    .toEqual(["Before", "const a = 1; // at once, and then"]);
});
