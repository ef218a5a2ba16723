import type { SanityDocument } from "@sanity/client";
import { studio } from "./support/studio";
import { expect, test } from "./support/test";

test("a deletion is undone by a button: the document is published again, with its draft and its page", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  const versions = () =>
    lake.fetch<SanityDocument[]>(
      '*[_id in ["post-deleted", "drafts.post-deleted"]] | order(_id) { _id, title, slug }',
      {},
      { perspective: "raw" },
    );
  const article = { _type: "post", slug: { _type: "slug", current: "deleted" } };
  await lake.create({ ...article, _id: "post-deleted", title: "Deleted" });
  await lake.create({ ...article, _id: "drafts.post-deleted", title: "Deleted, edited" });
  const before = await versions();
  await studio.open(page, "blog;post;post-deleted");
  const form = studio.document(page);
  await expect(form.getByText("Used on one page")).toBeVisible();

  await studio.act(page, "Delete");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Delete/ })
    .click();
  await expect.poll(versions).toEqual([]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(versions).toEqual(before);
  await expect(studio.field(page, "Title")).toHaveValue("Deleted, edited");
  await expect(form.getByText("Used on one page")).toBeVisible();
});

test("a restored document says where its page is", async ({ lake, studioPage: page }) => {
  test.slow();
  await lake.create({
    _id: "drafts.post-restored",
    _type: "post",
    title: "Restored",
    slug: { _type: "slug", current: "restored" },
  });
  await studio.open(page, "blog;post;post-restored");
  await expect(studio.field(page, "Title")).toHaveValue("Restored");
  // The list, too, then follows the document by its title.
  await expect(page.getByRole("option", { name: "Restored" })).toBeVisible();
  await lake.delete("drafts.post-restored");

  const form = studio.document(page);
  await form.getByRole("button", { name: "Restore most recent revision" }).click();
  await expect(page.getByText("The revision was restored")).toBeVisible();
  await expect(form.getByText("In the preview only, until it is published")).toBeVisible();
});
