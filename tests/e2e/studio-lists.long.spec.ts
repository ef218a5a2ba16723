import type { SanityDocument } from "@sanity/client";
import { studio } from "./support/studio";
import { expect, test } from "./support/test";

test("what uses a document is counted once, even where it has a draft", async ({
  lake,
  adminPage: page,
}) => {
  test.slow();
  const category = { _type: "reference", _ref: "category-counted" };
  await lake.create({ _id: "category-counted", _type: "category", title: "Counted" });
  const post = { _type: "post", category };
  await lake.create({ ...post, _id: "post-edited", title: "Edited" });
  await lake.create({ ...post, _id: "drafts.post-edited", title: "Edited again" });
  await lake.create({ ...post, _id: "post-plain", title: "Plain" });
  await lake.create({ ...post, _id: "drafts.post-new", title: "New" });
  await studio.open(page, "blog;category;category-counted");
  await expect(studio.field(page, "Title")).toHaveValue("Counted");

  await studio.tab(page, "Used by");
  const form = studio.document(page);
  await expect(form.getByRole("heading", { name: "Used by 3 documents" })).toBeVisible();
  await expect(form.getByRole("list").getByRole("link")).toHaveText([
    "Edited again",
    "New",
    "Plain",
  ]);

  await studio.act(page, "Delete");
  const dialog = page.getByRole("dialog", { name: "It is still used" });
  await expect(dialog.getByRole("heading", { name: "Used by 3 documents" })).toBeVisible();
});

for (const [what, type, list] of [
  ["articles", "post", "blog;post"],
  ["openings", "jobOpening", "careers;jobOpening"],
  ["releases", "changelogEntry", "changelog;changelogEntry"],
] as const) {
  test(`an open list of ${what} stops saying Scheduled in the minute in which the document appears`, async ({
    lake,
    adminPage: page,
  }) => {
    test.slow();
    const [first] = await lake.fetch<SanityDocument[]>("*[_type == $type]", { type });
    // For the browser it is four minutes ago: to it the document is scheduled, to the lake it is
    // live. Less than the five minutes after which a request in flight would time out below.
    await page.clock.install({ time: Date.now() - 240_000 });
    await studio.open(page, list);
    await expect(page.getByText(/^In draft \(\d+\)/)).toBeVisible();
    const scheduled = page.getByText(/^Scheduled( · |$)/);
    await expect(scheduled).toHaveCount(0);
    await lake
      .patch(first?._id ?? "")
      .set({ publishAt: new Date().toISOString() })
      .commit();
    await expect(scheduled).toHaveCount(1);
    await expect(async () => {
      // Again where the row was rendered, and its timer set, only after the first time.
      await page.clock.fastForward("04:30");
      await expect(scheduled).toHaveCount(0, { timeout: 2_000 });
      // Where that never comes, the next try does it: this one waited for 13 minutes.
    }).toPass({ timeout: 120_000 });
  });
}
