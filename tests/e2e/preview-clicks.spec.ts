import type { Locator, Page } from "@playwright/test";
import type { SanityDocument } from "@sanity/client";
import { studio } from "./studio";
import { expect, test } from "./test";

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
  await element.scrollIntoViewIfNeeded();
  await element.hover({ force: true });
  // It draws the click target where the pointer is.
  await expect(page.frameLocator("iframe").locator("[data-hovered]")).not.toHaveCount(0);
  await page.mouse.down();
  await page.mouse.up();
}

test("the first click on any block of a preview opens that block, and nobody is asked for cookies there", async ({
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
  for (const [key, element] of Object.entries(blocks)) {
    await click(page, element.first());
    await expect(page).toHaveURL(new RegExp(`content\\[_key==%22${key}%22\\]`));
  }
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
