import type { Locator, Page } from "@playwright/test";
import type { SanityDocument } from "@sanity/client";
import { studio } from "./support/studio";
import { expect, test } from "./support/test";

const textBlock = (_key: string, text: string) => ({
  _type: "block",
  _key,
  style: "normal",
  markDefs: [],
  children: [{ _type: "span", _key: "s", marks: [], text }],
});

/** Clicks once on an element of a preview that is ready. */
async function click(page: Page, element: Locator) {
  // Until then the Studio covers the page.
  await expect(page.getByRole("checkbox", { name: "Edit" })).toBeEnabled();
  // The page may still be scrolling to the block of the click before, and it draws the click target
  // only once it has noticed the pointer.
  const target = page.frameLocator("iframe").locator("[data-hovered]");
  await expect(async () => {
    await element.scrollIntoViewIfNeeded();
    await element.hover({ force: true });
    const before = await element.boundingBox();
    expect(contains(await target.boundingBox({ timeout: 1_000 }), before)).toBe(true);
    expect(await element.boundingBox()).toEqual(before);
  }).toPass();
  await page.mouse.down();
  await page.mouse.up();
}

type Box = Awaited<ReturnType<Locator["boundingBox"]>>;

/** Whether a box has all of another in it; positions are not always whole pixels. */
const contains = (outer: Box, inner: Box) =>
  outer !== null &&
  inner !== null &&
  outer.x <= inner.x + 1 &&
  outer.y <= inner.y + 1 &&
  outer.x + outer.width >= inner.x + inner.width - 1 &&
  outer.y + outer.height >= inner.y + inner.height - 1;

test("the first click on any block of a preview opens that block, without a cookie banner", async ({
  lake,
  adminPage: page,
}) => {
  test.slow();
  const [post] = await lake.fetch<SanityDocument[]>('*[_type == "post"]');
  const asset = await lake.fetch<string>('*[_type == "sanity.imageAsset"][0]._id');
  const row = (_key: string, ...cells: string[]) => ({ _type: "tableRow", _key, cells });
  await lake.createOrReplace({
    ...post,
    _id: "post-clicked",
    _type: "post",
    title: "Clicked",
    slug: { _type: "slug", current: "clicked" },
    content: [
      textBlock("text", "Look at the black patch."),
      { _type: "quote", _key: "quote", text: "Ink is patient.", attribution: "Ada" },
      { _type: "table", _key: "table", caption: "Inks", rows: [row("a", "Ink"), row("b", "Cyan")] },
      { _type: "code", _key: "code", language: "python", code: "fold(1)" },
      {
        _type: "image",
        _key: "picture",
        asset: { _type: "reference", _ref: asset },
        alt: "A quoin key",
      },
    ],
  });
  const preview = await studio.preview(page, "/blog/clicked");
  await expect(preview.getByRole("region", { name: "Cookies" })).toBeHidden();
  const blocks = {
    text: preview.getByText("Look at the black patch."),
    quote: preview.getByText("Ink is patient."),
    table: preview.getByRole("cell", { name: "Cyan" }),
    code: preview.getByText("fold"),
    picture: preview.getByRole("img", { name: "A quoin key" }),
  };
  for (const [key, element] of Object.entries(blocks).slice(0, -1)) {
    await click(page, element.first());
    await expect(page).toHaveURL(new RegExp(`content\\[_key==%22${key}%22\\]`));
  }
  // By its own field: on a busy machine the form has the focus before the URL names the picture,
  // and then the URL names only the article.
  await click(page, blocks.picture);
  await expect(page.getByRole("textbox", { name: "Alternative text" }).last()).toHaveValue(
    "A quoin key",
  );
});

test("a click on a section of a legal page opens that section", async ({
  lake,
  adminPage: page,
}) => {
  test.slow();
  const legal = await lake.fetch<SanityDocument>('*[_type == "legalPage"][0]');
  const inner = {
    _type: "legalSubsection",
    _key: "black",
    title: "Black",
    content: [textBlock("b", "It stays black.")],
  };
  const section = {
    _type: "legalSection",
    _key: "ink",
    id: "ink",
    title: "Ink",
    content: [textBlock("a", "Nothing leaks.")],
    subsections: [inner],
  };
  await lake
    .patch(legal._id)
    .set({ sections: [section] })
    .commit();
  const preview = await studio.preview(page, `/${legal.slug.current}`);
  const places = {
    "sections\\[_key==%22ink%22\\].title": preview.getByRole("heading", { name: "Ink" }),
    "sections\\[_key==%22ink%22\\].content": preview.getByText("Nothing leaks."),
    "sections\\[_key==%22ink%22\\].subsections\\[_key==%22black%22\\].content":
      preview.getByText("It stays black."),
  };
  for (const [place, element] of Object.entries(places)) {
    await click(page, element.first());
    await expect(page).toHaveURL(new RegExp(place));
  }
});

test("a click opens the paragraph that was scrolled under a resting pointer", async ({
  lake,
  adminPage: page,
}) => {
  test.slow();
  const [post] = await lake.fetch<SanityDocument[]>('*[_type == "post"]');
  await lake.createOrReplace({
    ...post,
    _id: "post-scrolled",
    _type: "post",
    title: "Scrolled",
    slug: { _type: "slug", current: "scrolled" },
    content: Array.from({ length: 60 }, (_, n) => textBlock(`b${n}`, `Paragraph ${n} of sixty.`)),
  });
  const preview = await studio.preview(page, "/blog/scrolled");
  await click(page, preview.getByText("Paragraph 0 of sixty."));
  await expect(page).toHaveURL(/content\[_key==%22b0%22\]/);
  const pointer = await boxOf(preview.getByText("Paragraph 0 of sixty."));
  await expect(async () => {
    const box = await boxOf(preview.getByText("Paragraph 40 of sixty."));
    await page.mouse.wheel(0, box.y - pointer.y);
    await page.mouse.down();
    await page.mouse.up();
    await expect(page).toHaveURL(/content\[_key==%22b40%22\]/, { timeout: 1_000 });
    // Once in a run it never came, and the test was tried for ten minutes without a reason.
  }).toPass({ timeout: 120_000 });
});

test("what is typed after a click on a text of the preview goes on with that text", async ({
  lake,
  adminPage: page,
}) => {
  test.slow();
  const [post] = await lake.fetch<SanityDocument[]>('*[_type == "post"]');
  await lake.createOrReplace({
    ...post,
    _id: "post-led",
    _type: "post",
    title: "Led",
    slug: { _type: "slug", current: "led" },
    excerpt: "A lead of one line.",
    content: [textBlock("a", "The first paragraph."), textBlock("b", "The second.")],
  });
  const preview = await studio.preview(page, "/blog/led");
  await click(page, preview.getByText("A lead of one line."));
  await expect(studio.field(page, "Excerpt")).toBeFocused();
  await page.keyboard.type(" And of another.");
  await expect(studio.field(page, "Excerpt")).toHaveValue("A lead of one line. And of another.");
  // The form may be scrolling still, and the click goes elsewhere.
  await expect(async () => {
    await click(page, preview.getByText("The first paragraph."));
    await expect(page).toHaveURL(/content\[_key==%22a%22\]/, { timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  await expect(
    studio.document(page).getByTestId("field-content").locator("[contenteditable=true]"),
  ).toBeFocused();
  await page.keyboard.type(" It goes on.");
  await expect(preview.getByText("The first paragraph. It goes on.")).toBeVisible();
  // The caret stays where the user puts it.
  await studio.field(page, "Title").click();
  await page.keyboard.press("Home");
  await page.keyboard.type("Well ");
  await expect(studio.field(page, "Title")).toHaveValue("Well Led");
  await studio.field(page, "Excerpt").click({ position: { x: 13, y: 18 } });
  await page.keyboard.type("So: ");
  await expect(studio.field(page, "Excerpt")).toHaveValue(
    "So: A lead of one line. And of another.",
  );
});

async function boxOf(text: Locator) {
  const box = await text.boundingBox();
  if (!box) throw new Error("The preview does not show the paragraph.");
  return box;
}

test("a click opens a block that is taller than three screens", async ({
  lake,
  adminPage: page,
}) => {
  test.slow();
  const [post] = await lake.fetch<SanityDocument[]>('*[_type == "post"]');
  const rows = Array.from({ length: 120 }, (_, n) => ({
    _type: "tableRow",
    _key: `r${n}`,
    cells: [`Ink ${n} of many`],
  }));
  await lake.createOrReplace({
    ...post,
    _id: "post-tall",
    _type: "post",
    title: "Tall",
    slug: { _type: "slug", current: "tall" },
    content: [{ _type: "table", _key: "table", caption: "Inks", rows }],
  });
  const preview = await studio.preview(page, "/blog/tall");
  await click(page, preview.getByRole("cell", { name: "Ink 60 of many" }));
  await expect(page).toHaveURL(/content\[_key==%22table%22\]/);
});
