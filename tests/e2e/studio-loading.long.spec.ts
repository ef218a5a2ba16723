import type { Page } from "@playwright/test";
import { blockTexts } from "./support/block-texts";
import { studio } from "./support/studio";
import { expect, test } from "./support/test";

/**
 * Gives the focus to a field of a form in the moment in which it is there, as a quick click does,
 * and records which letters it gets from then on. The test itself would be too late: while the form
 * is read-only, the page is busy.
 */
async function focusAtOnce(page: Page, selector = "input[type=text]") {
  await page.addInitScript((matching) => {
    let received = "";
    new MutationObserver((_changes, observer) => {
      const field = document.querySelector<HTMLInputElement>(
        `[data-testid=document-pane] ${matching}`,
      );
      if (!field) return;
      observer.disconnect();
      field.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
      field.focus();
      window.addEventListener(
        "keydown",
        ({ target, key }) => {
          // A line of a list is another element once it is writable.
          if (!(target instanceof Element) || target.id !== field.id) return;
          received += key;
          document.documentElement.dataset.received = received;
        },
        true,
      );
    }).observe(document, { subtree: true, childList: true });
  }, selector);
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
}

/** Types for as long as the form takes to open, and on. @returns the letters that it got */
async function typeWhileOpening(page: Page): Promise<string> {
  const received = () => page.evaluate(() => document.documentElement.dataset.received ?? "");
  let typed = 0;
  do {
    await page.keyboard.type("abcdefghij", { delay: 30 });
    typed += 1;
  } while (typed < 100 && (await received()).length < 20);
  return received();
}

test("what is typed into a new document while its form opens is stored", async ({
  lake,
  adminPage: page,
}) => {
  test.slow();
  await focusAtOnce(page);
  await studio.create(page, "page");
  const received = await typeWhileOpening(page);
  await expect(studio.field(page, "Name")).toHaveValue(received);
  await expect
    .poll(() => lake.fetch('count(*[_type == "page" && title == $received])', { received }))
    .toBe(1);
});

test("what is typed into a document while its form opens is added to what it holds", async ({
  lake,
  adminPage: page,
}) => {
  test.slow();
  await lake.create({ _id: "drafts.author-at-once", _type: "author", name: "Ada" });
  await focusAtOnce(page);
  await page.goto("/studio/structure/blog;author;author-at-once");
  const received = await typeWhileOpening(page);
  const name = () => lake.fetch('*[_id == "drafts.author-at-once"][0].name');
  await expect
    .poll(async () => [...(await name())].sort().join(""))
    .toBe([..."Ada", ...received].sort().join(""));
  expect(await name()).toContain(received);
});

test("what is typed into a line of a list while its form opens is added to the line", async ({
  lake,
  adminPage: page,
}) => {
  test.slow();
  await lake.create({ _id: "drafts.opening-at-once", _type: "jobOpening", benefits: ["Ink"] });
  await focusAtOnce(page, '[id="benefits[0]"]');
  await page.goto("/studio/structure/careers;jobOpening;opening-at-once");
  const received = await typeWhileOpening(page);
  const line = () => lake.fetch('*[_id == "drafts.opening-at-once"][0].benefits[0]');
  await expect
    .poll(async () => [...(await line())].sort().join(""))
    .toBe([..."Ink", ...received].sort().join(""));
  expect(await line()).toContain(received);
});

/**
 * Clicks into a text in the moment in which it is shown, at the end of its first line or on its
 * first block, and records what is typed from then on.
 */
async function clickTextAtOnce(page: Page, selector: string) {
  await page.addInitScript((matching) => {
    new MutationObserver((_changes, observer) => {
      const clicked = document.querySelector(
        `[data-testid=document-pane] [data-testid=field-content] ${matching}`,
      );
      if (!clicked) return;
      observer.disconnect();
      const { dataset } = document.documentElement;
      dataset.editable = String(clicked.closest("[contenteditable=true]") !== null);
      document.getSelection()?.selectAllChildren(clicked);
      document.getSelection()?.collapseToEnd();
      // Before the Studio's own listeners, which may keep a key for themselves.
      window.addEventListener(
        "keydown",
        ({ key }) => (dataset.received = (dataset.received ?? "") + key),
        true,
      );
      clicked.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    }).observe(document, { subtree: true, childList: true });
  }, selector);
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
}

for (const [name, selector, block] of [
  [
    "a paragraph",
    "[data-slate-string]",
    {
      ...{ _type: "block", _key: "b", style: "normal", markDefs: [] },
      children: [{ _type: "span", _key: "s", text: "Fold once: ", marks: [] }],
    },
  ],
  ["code", "[data-block-key]", { _type: "code", _key: "b", language: "sh", code: "Fold once: " }],
] as const) {
  test(`what is typed after a click on ${name}, while the text opens, is behind it`, async ({
    lake,
    adminPage: page,
  }) => {
    test.slow();
    const id = `post-clicked-${block._type}`;
    await lake.create({ _id: `drafts.${id}`, _type: "post", title: id, content: [block] });
    await clickTextAtOnce(page, selector);
    await page.goto(`/studio/structure/blog;post;${id}`);
    const received = await typeWhileOpening(page);
    expect(await page.evaluate(() => document.documentElement.dataset.editable)).toBe("false");
    await expect
      .poll(async () => (await blockTexts(lake, id)).join(""))
      .toBe(`Fold once: ${received}`);
  });
}

test("a field that was clicked keeps the focus when a menu that closes gives it to its button", async ({
  lake,
  adminPage: page,
}) => {
  test.slow();
  await page.goto("/studio/structure/blog;post");
  await page.getByTestId("multi-action-intent-button").click();
  await page.getByRole("menuitem", { name: "Article", exact: true }).click();
  const title = studio.field(page, "Title");
  await title.click();
  await page.keyboard.type("Typed ");
  // As Sanity's menus do when they close.
  await page.getByRole("button", { name: "Create new document" }).evaluate((menu) => menu.focus());
  await page.keyboard.type("at once");
  await expect(title).toHaveValue("Typed at once");
  await expect
    .poll(() => lake.fetch('count(*[_type == "post" && title == "Typed at once"])'))
    .toBe(1);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Create new document" }).focus();
  await expect(page.getByRole("button", { name: "Create new document" })).toBeFocused();
});
