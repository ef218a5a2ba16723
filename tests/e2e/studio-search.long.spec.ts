import type { Locator, Page } from "@playwright/test";
import type { SanityClient } from "@sanity/client";
import { studio } from "./support/studio";
import { expect, test } from "./support/test";

const before = "It was there before.";

async function openArticle(page: Page, lake: SanityClient, id: string) {
  const span = { _type: "span", _key: "b", marks: [], text: before };
  const block = { _type: "block", _key: "a", style: "normal", markDefs: [], children: [span] };
  await lake.create({ _id: `drafts.${id}`, _type: "post", title: id, content: [block] });
  await studio.open(page, `blog;post;${id}`);
  await expect(studio.field(page, "Title")).toHaveValue(id);
}

const textOf = (lake: SanityClient, id: string) => () =>
  lake.fetch(`*[_id == "drafts.${id}"][0].content[].children[].text`);

const search = (page: Page) => page.getByPlaceholder("Search", { exact: true });

/** How much of an element is seen while what it is in fades in or out. */
const opacityOf = (element: Locator) =>
  element.evaluate((inner) => {
    let opacity = 1;
    for (let each: Element | null = inner; each; each = each.parentElement)
      opacity *= Number(getComputedStyle(each).opacity);
    return opacity;
  });

test("after a search that is closed by Escape, a text goes on where the caret was", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  await openArticle(page, lake, "post-search");
  await studio.writeBody(page, "");
  await page.keyboard.press("End");
  await page.keyboard.press("Control+k");
  await expect(search(page)).toBeFocused();
  await page.keyboard.type("room");
  await page.keyboard.press("Escape");
  // At once: the search has not faded out yet.
  await page.keyboard.type(" And this came later.");
  await expect(search(page)).toBeHidden();
  await expect.poll(textOf(lake, "post-search")).toEqual([`${before} And this came later.`]);
  await page.keyboard.press("Control+k");
  await expect(search(page)).toBeFocused();
  await page.keyboard.press("Control+k");
  await expect(search(page)).toBeHidden();
  await page.keyboard.type(" Then more.");
  await expect
    .poll(textOf(lake, "post-search"))
    .toEqual([`${before} And this came later. Then more.`]);
});

test("a text in its full size stays so after a search, with the caret where it was", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  await openArticle(page, lake, "post-search-full");
  await studio.writeBody(page, "");
  const body = studio.document(page).getByTestId("field-content");
  await body.getByRole("button", { name: "Expand editor" }).click();
  // Sanity's keeps the name "Expand editor".
  const collapse = page.getByTestId("fullscreen-button-collapse");
  await expect(collapse).toBeVisible();
  await page
    .getByText(before)
    .last()
    .click({ position: { x: 0, y: 5 } });
  await page.keyboard.type("So: ");
  await page.keyboard.press("Control+k");
  await expect(search(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.type("I think ");
  await expect(search(page)).toBeHidden();
  await expect(collapse).toBeVisible();
  await expect.poll(textOf(lake, "post-search-full")).toEqual([`So: I think ${before}`]);
});

test("a click beside the search, too, leaves the caret in the field where it was", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  await openArticle(page, lake, "post-search-click");
  const title = studio.field(page, "Title");
  await title.click();
  await page.keyboard.press("Home");
  await page.keyboard.press("Control+k");
  await expect(search(page)).toBeFocused();
  await page.mouse.click(20, 700);
  await page.keyboard.type("The ");
  await expect(title).toHaveValue("The post-search-click");
});

test("a search that was opened with its button leaves the caret in the text, too", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  await openArticle(page, lake, "post-search-button");
  await studio.writeBody(page, "");
  await page.keyboard.press("End");
  await page.getByRole("button", { name: "Open search" }).click();
  await expect(search(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.type(" And this came later.");
  await expect.poll(textOf(lake, "post-search-button")).toEqual([`${before} And this came later.`]);
});

test("a search that is opened again while it closes takes what is typed, and the field nothing", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  await openArticle(page, lake, "post-again");
  await studio.field(page, "Title").click();
  await page.keyboard.press("End");
  await page.keyboard.press("Control+k");
  await expect(search(page)).toBeFocused();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("room");
  const closing = await search(page).elementHandle();
  await page.keyboard.press("Escape");
  await expect.poll(() => opacityOf(search(page))).toBeLessThan(1);
  await page.keyboard.press("Control+k");
  await expect.poll(() => opacityOf(search(page))).toBe(1);
  // On a busy machine it may have closed before the key: a new search selects the last one's words.
  const isSame = await closing?.evaluate(({ isConnected }) => isConnected);
  await page.keyboard.type("y");
  await expect(search(page)).toHaveValue(isSame ? "roomy" : "y");
  await page.keyboard.press("Escape");
  await expect(search(page)).toBeHidden();
  await page.keyboard.type("!");
  await expect(studio.field(page, "Title")).toHaveValue("post-again!");
});

test("a search that is opened again selects the words of the last one, which typing replaces", async ({
  lake,
  studioPage: page,
}) => {
  await openArticle(page, lake, "post-twice");
  await studio.field(page, "Title").click();
  await page.keyboard.press("Control+k");
  await expect(search(page)).toBeFocused();
  await page.keyboard.type("room");
  await page.keyboard.press("Escape");
  await expect(search(page)).toBeHidden();
  await page.keyboard.press("Control+k");
  await expect(search(page)).toBeFocused();
  await page.keyboard.type("security");
  await expect(search(page)).toHaveValue("security");
  await page.keyboard.press("Escape");
  await expect(search(page)).toBeHidden();
});
