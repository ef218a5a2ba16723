import type { SanityClient } from "@sanity/client";
import type { Page } from "@playwright/test";
import { startArticle } from "./support/pasting";
import { expect, test } from "./support/test";
import { chooseMark, editor, insert, writeWords } from "./support/text-toolbar";

const contentOf = (lake: SanityClient, id: string) =>
  lake.fetch<unknown>(`coalesce(*[_id == "drafts.${id}"][0].content, [])`);

const undo = (page: Page) => page.keyboard.press("Control+z");
const redo = (page: Page) => page.keyboard.press("Control+Shift+z");

test("redo brings back a block with what was typed into it", async ({ lake, studioPage: page }) => {
  test.slow();
  const id = "post-redo-block";
  await startArticle(page, lake, id);
  await page.keyboard.type("Before.");
  await insert(page, "Quote");
  await page.keyboard.type("Dry paper is a nervous horse.", { delay: 60 });
  await page.keyboard.press("Tab");
  await page.keyboard.type("Hank", { delay: 60 });
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const quotes = () =>
    lake.fetch(`*[_id == "drafts.${id}"][0].content[_type == "quote"]{ text, attribution }`);
  const whole = [{ text: "Dry paper is a nervous horse.", attribution: "Hank" }];
  await expect.poll(quotes).toEqual(whole);
  for (let round = 0; round < 2; round += 1) {
    await undo(page);
    await expect.poll(quotes).toEqual([]);
    await redo(page);
    await expect.poll(quotes).toEqual(whole);
  }
});

test("redo brings back a link with its address", async ({ lake, studioPage: page }) => {
  test.slow();
  const id = "post-redo-link";
  await startArticle(page, lake, id);
  await writeWords(page, "Contact");
  await page.keyboard.press("ControlOrMeta+A");
  await chooseMark(page, "Link");
  await page.keyboard.type("/contact", { delay: 60 });
  await page.keyboard.press("Escape");
  await expect(editor(page).getByRole("textbox")).toBeFocused();
  const targets = () => lake.fetch(`*[_id == "drafts.${id}"][0].content[].markDefs[].href`);
  await expect.poll(targets).toEqual(["/contact"]);
  await undo(page);
  await expect.poll(targets).toEqual([]);
  await redo(page);
  await expect.poll(targets).toEqual(["/contact"]);
});

test("redo brings back a text that was undone to nothing", async ({ lake, studioPage: page }) => {
  test.slow();
  const id = "post-redo-text";
  await startArticle(page, lake, id);
  await page.keyboard.type("Alpha line.", { delay: 60 });
  await page.keyboard.press("Enter");
  await page.keyboard.type("Beta line.", { delay: 60 });
  const text = () => lake.fetch(`pt::text(*[_id == "drafts.${id}"][0].content)`);
  await expect.poll(text).toBe("Alpha line.\n\nBeta line.");
  await expect(async () => {
    await undo(page);
    expect(JSON.stringify(await contentOf(lake, id))).not.toMatch(/line/);
  }).toPass({ timeout: 30_000 });
  // The form has removed the field, and the editor has begun another text.
  await expect.poll(() => contentOf(lake, id)).toEqual([]);
  await expect(async () => {
    await redo(page);
    expect(await text()).toBe("Alpha line.\n\nBeta line.");
  }).toPass({ timeout: 30_000 });
});

test("undo in the dialog of a block leaves the text around the block as it is", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  const id = "post-undo-dialog";
  await startArticle(page, lake, id);
  await page.keyboard.type("Before.");
  await insert(page, "Quote");
  await page.keyboard.type("Ink is patient.", { delay: 60 });
  const texts = () =>
    lake.fetch(
      `*[_id == "drafts.${id}"][0].content[]{ "text": coalesce(text, pt::text([@])) }.text`,
    );
  await expect.poll(texts).toEqual(["Before.", "Ink is patient."]);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").nth(1).click();
  await page.keyboard.type("Hank", { delay: 60 });
  await undo(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await page.getByText("Ink is patient.").first().dblclick();
  await expect(dialog.getByRole("textbox").first()).toBeFocused();
  for (let n = 0; n < 3; n += 1) await undo(page);
  await page.keyboard.type(" So is paper.", { delay: 60 });
  await expect(dialog).toBeVisible();
  await expect.poll(async () => (await texts())[1]).toContain("So is paper.");
  expect((await texts())[0]).toBe("Before.");
});
