import type { SanityDocument } from "@sanity/client";
import { openLakeClient } from "./support/lake-client";
import { studio } from "./support/studio";
import { expect, test } from "./support/test";
import { open, openUntil } from "./support/visitor";

test("an edit of a published article is scheduled, unscheduled, scheduled again and published at its time", async ({
  lake,
  studioPage: page,
  page: visitor,
  site,
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
    await expect(page.getByText(/^The edit will be published on/).first()).toBeVisible();
    await expect(studio.document(page).getByText(/^Edit on /)).toBeVisible();
  };
  await studio.field(page, "Title").fill("As it will be");
  await expect
    .poll(() => lake.fetch('*[_id == "drafts.post-edited"][0].title'))
    .toBe("As it will be");
  await schedule();
  await expect(studio.field(page, "Title")).toHaveValue("As it is");
  expect(await lake.fetch('count(*[_id == "drafts.post-edited"])')).toBe(0);
  await studio.open(page, "scheduled");
  await expect(page.getByRole("link", { name: /As it is/ })).toBeVisible();
  await studio.open(page, "blog;post;post-edited");
  await expect(studio.field(page, "Title")).toHaveValue("As it is");

  await studio.act(page, "Scheduled edit");
  await page.getByRole("button", { name: "Edit it again" }).click();
  await expect(studio.field(page, "Title")).toHaveValue("As it will be");
  await schedule();
  await open(visitor, "/blog/scheduled-edit");
  await expect(heading("As it is")).toBeVisible();

  const publishAt = new Date().toISOString();
  // The fixture's own writes are by nobody who has an account.
  await lake.patch("scheduledEdit.post-edited").set({ publishAt }).commit();
  await expect(studio.document(page).getByText("Scheduled edit failed")).toBeVisible();
  await studio.act(page, "Scheduled edit");
  await expect(
    page.getByText(/^It was not published\. Its author may no longer publish/),
  ).toBeVisible();
  await page.keyboard.press("Escape");

  const administrator = await openLakeClient(page, site.url);
  const again = administrator.patch("scheduledEdit.post-edited").unset(["problem"]);
  await again.set({ publishAt: new Date().toISOString() }).commit();
  await openUntil(visitor, "/blog/scheduled-edit", heading("As it will be"));
  await expect(studio.field(page, "Title")).toHaveValue("As it will be");
  await expect(studio.document(page).getByText(/^Edit on /)).toBeHidden();
});

test("a date is typed in one go, and a correction that is published meanwhile stays when the edit is taken up again", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  const author = { _type: "author", name: "Ada", role: "Pressman", bio: "Prnts." };
  await lake.create({ ...author, _id: "author-corrected" });
  await lake.create({ ...author, _id: "drafts.author-corrected", role: "Binder" });
  await studio.open(page, "blog;author;author-corrected");
  await studio.act(page, "Schedule this edit");
  const field = page.getByLabel("Publish on");
  await expect(field).toBeFocused();
  // On a busy machine the dialog takes the focus once more while it opens.
  await expect(async () => {
    await field.focus();
    await page.keyboard.type("010320990900AM");
    await expect(field).toHaveValue("2099-01-03T09:00", { timeout: 1_000 });
  }).toPass();
  await page.keyboard.press("Enter");
  await expect(studio.document(page).getByText(/^Edit on /)).toBeVisible();

  await lake.patch("author-corrected").set({ bio: "Prints." }).commit();
  await expect(studio.field(page, "About")).toHaveValue("Prints.");
  await expect(studio.document(page).getByText(/^Edit on [^:]+:\d\d [AP]M$/)).toBeVisible();
  await lake.patch("author-corrected").set({ role: "Printer" }).commit();
  await expect(studio.document(page).getByText(/^Edit on .*: conflict$/)).toBeVisible();
  await studio.act(page, "Scheduled edit");
  await expect(
    page.getByText(/^A version published since then has changed Role too/),
  ).toBeVisible();
  await expect(
    page.getByText(/What is published in the meantime stays in the draft/),
  ).toBeVisible();
  await page.getByRole("button", { name: "Edit it again" }).click();
  await expect(studio.field(page, "Role")).toHaveValue("Binder");
  await expect(studio.field(page, "About")).toHaveValue("Prints.");
});

test("an edit is not scheduled for a time that is incomplete or has passed, and a scheduled one is not called discarded", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  const author = { _type: "author", name: "Ada" };
  await lake.create({ ...author, _id: "author-timed", role: "Pressman", bio: "Prints." });
  await lake.create({ ...author, _id: "drafts.author-timed", role: "Binder", bio: "Prints." });
  await studio.open(page, "blog;author;author-timed");
  await studio.act(page, "Schedule this edit");
  const field = page.getByLabel("Publish on");
  await field.pressSequentially("0103");
  await page.getByRole("button", { name: "Schedule", exact: true }).click();
  await expect(field).toHaveAccessibleDescription(/^Enter the whole date and time/);
  await field.fill("2020-01-03T09:00");
  await page.getByRole("button", { name: "Schedule", exact: true }).click();
  await expect(page.getByRole("alert").getByText("This time has passed.")).toBeVisible();
  await expect(field).toHaveAccessibleDescription(/^This time has passed/);
  await field.fill("2099-01-03T09:00");
  await page.getByRole("button", { name: "Schedule", exact: true }).click();
  await expect(studio.document(page).getByText(/^Edit on /)).toBeVisible();
  await expect(studio.document(page).getByText(/^Discarded draft/)).toHaveCount(0);
});

test("the form says that a draft changes the same words as the scheduled edit", async ({
  lake,
  studioPage: page,
}) => {
  const author = { _type: "author", name: "Ada", role: "Pressman", bio: "Prints." };
  await lake.create({ ...author, _id: "author-twice" });
  await lake.create({ ...author, _id: "drafts.author-twice", role: "Binder" });
  await studio.open(page, "blog;author;author-twice");
  await studio.act(page, "Schedule this edit");
  await page.getByLabel("Publish on").fill("2099-01-03T09:00");
  await page.getByRole("button", { name: "Schedule", exact: true }).click();
  await expect(studio.document(page).getByText(/^Edit on /)).toBeVisible();
  await expect(studio.field(page, "Role")).toHaveValue("Pressman");

  await studio.field(page, "About").fill("Prints at night.");
  await expect
    .poll(() => lake.fetch('*[_id == "drafts.author-twice"][0].bio'))
    .toBe("Prints at night.");
  await expect(studio.document(page).getByText(/: the draft differs$/)).toBeHidden();
  await studio.field(page, "Role").fill("Printer");
  await expect(studio.document(page).getByText(/^Edit on .*: the draft differs$/)).toBeVisible();
  await studio.act(page, "Scheduled edit");
  await expect(page.getByText(/^The draft changes Role too\./)).toBeVisible();
});

test("the menu of a draft says where its published version is unpublished", async ({
  lake,
  studioPage: page,
}) => {
  await lake.create({ _id: "author-public", _type: "author", name: "Ada", role: "Pressman" });
  await studio.open(page, "blog;author;author-public");
  await expect(studio.field(page, "Name")).toHaveValue("Ada");
  await studio.document(page).getByRole("button", { name: "Open document actions" }).click();
  const item = page.getByRole("menuitem", { name: "Unpublish (select Published first)" });
  await expect(item).toBeDisabled();
});
