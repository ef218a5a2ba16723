import type { SanityDocument } from "@sanity/client";
import { studio } from "./studio";
import { expect, test } from "./test";
import { open, openUntil } from "./visitor";

test("an edit of a live article is scheduled, taken back, scheduled again and published at its moment", async ({
  lake,
  adminPage: page,
  page: visitor,
}) => {
  test.slow();
  const article = await lake.fetch<SanityDocument>('*[_type == "post" && defined(image)][0]');
  const slug = { _type: "slug", current: "scheduled-edit" };
  await lake.create({ ...article, _id: "post-edited", title: "As it is", slug });
  const heading = (name: string) => visitor.getByRole("heading", { level: 1, name });
  await openUntil(visitor, "/blog/scheduled-edit", heading("As it is"));

  await studio.open(page, "blog;post;post-edited");
  await expect(studio.field(page, "Title")).toHaveValue("As it is");
  const schedule = async () => {
    await studio.act(page, "Schedule this edit");
    await page.getByLabel("Publish on").fill("2099-01-03T09:00");
    await page.getByRole("button", { name: "Schedule", exact: true }).click();
    await expect(page.getByText(/^It will be published on/).first()).toBeVisible();
    await expect(studio.document(page).getByText(/^Edit on /)).toBeVisible();
  };
  await studio.field(page, "Title").fill("As it will be");
  await expect
    .poll(() => lake.fetch('*[_id == "drafts.post-edited"][0].title'))
    .toBe("As it will be");
  await schedule();
  await expect(studio.field(page, "Title")).toHaveValue("As it is");
  expect(await lake.fetch('count(*[_id == "drafts.post-edited"])')).toBe(0);

  await studio.act(page, "Scheduled edit");
  await page.getByRole("button", { name: "Edit it again" }).click();
  await expect(studio.field(page, "Title")).toHaveValue("As it will be");
  await schedule();
  await open(visitor, "/blog/scheduled-edit");
  await expect(heading("As it is")).toBeVisible();

  const publishAt = new Date().toISOString();
  await lake.patch("scheduledEdit.post-edited").set({ publishAt }).commit();
  await openUntil(visitor, "/blog/scheduled-edit", heading("As it will be"));
  await expect(studio.field(page, "Title")).toHaveValue("As it will be");
  await expect(studio.document(page).getByText(/^Edit on /)).toBeHidden();
});
