import type { SanityDocument } from "@sanity/client";
import { studio } from "./support/studio";
import { expect, test } from "./support/test";

/** A table as Sanity's own editor creates it from Markdown: its cells hold blocks of text. */
const oldTable = {
  _type: "table",
  _key: "old",
  caption: "Prices",
  headerRows: 1,
  rows: [
    {
      _type: "row",
      _key: "a",
      cells: [
        {
          _type: "cell",
          _key: "b",
          value: [
            {
              _type: "block",
              _key: "c",
              style: "normal",
              markDefs: [],
              children: [{ _type: "span", _key: "d", marks: [], text: "Free" }],
            },
          ],
        },
      ],
    },
  ],
};

test("a malformed table opens in the form with a message, can be removed, and breaks no preview", async ({
  lake,
  // The page whose console errors are allowed: Sanity's list of messages logs which row has no
  // path.
  editorPage: page,
}) => {
  test.slow();
  const [post] = await lake.fetch<SanityDocument[]>('*[_type == "post" && defined(image)]');
  const id = "post-old-table";
  await lake.create({
    ...post,
    _id: `drafts.${id}`,
    _type: "post",
    title: "An old table",
    slug: { _type: "slug", current: "an-old-table" },
    content: [oldTable],
  });
  const preview = await studio.preview(page, "/blog/an-old-table");
  await expect(preview.getByRole("heading", { level: 1 })).toHaveText("An old table");

  await studio.open(page, `blog;post;${id}`);
  await expect(studio.field(page, "Title")).toHaveValue("An old table");
  await studio.document(page).getByRole("button", { name: "Validation" }).click();
  await page
    .getByText(/^These rows were not written in the Studio/)
    .first()
    .click();
  await expect(page.getByText(/^This field cannot hold/)).toContainText("Free");
  await page.getByRole("button", { name: "Remove value" }).click();
  await expect(page.getByRole("button", { name: "Start with three columns" })).toBeVisible();
  await expect
    .poll(() => lake.fetch(`defined(*[_id == "drafts.${id}"][0].content[0].rows)`))
    .toBe(false);
});
