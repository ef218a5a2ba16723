import { studio } from "./support/studio";
import { expect, test } from "./support/test";

test("several documents are published, unpublished and deleted together, and a refused one stops no other", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  for (const name of ["Bulk Ada", "Bulk Nora"]) {
    const _id = `drafts.author-${name.slice(5).toLowerCase()}`;
    await lake.create({ _id, _type: "author", name, role: "Editor" });
  }
  const published = () =>
    lake.fetch(
      '*[_type == "author" && name match "Bulk" && !(_id in path("drafts.**"))] | order(name).name',
    );
  await page.goto("/studio/bulk");
  await page.getByRole("searchbox", { name: "Title" }).fill("bulk");
  await page.getByRole("checkbox", { name: /^All 2/ }).check();
  await page.getByRole("button", { name: "Publish 2" }).click();
  await expect(page.getByRole("status")).toHaveText("2 documents published.");
  expect(await published()).toEqual(["Bulk Ada", "Bulk Nora"]);

  await lake.create({
    _id: "post-needs",
    _type: "post",
    title: "Needs Ada",
    author: { _ref: "author-ada" },
  });
  await page.goto("/studio/bulk");
  await page.getByRole("searchbox", { name: "Title" }).fill("bulk");
  await page.getByRole("checkbox", { name: /^All 2/ }).check();
  await page.getByRole("button", { name: "Delete 2" }).click();
  await expect(page.getByRole("alert")).toContainText(
    "“Bulk Ada” will stay, because other documents refer to it.",
  );
  await page.getByRole("button", { name: "Yes, delete" }).click();
  await expect(page.getByRole("status")).toHaveText("1 document deleted.");
  await expect(page.getByRole("alert")).toContainText("Bulk Ada is still used by “Needs Ada”.");
  expect(await published()).toEqual(["Bulk Ada"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("status")).toHaveText("1 document restored.");
  expect(await published()).toEqual(["Bulk Ada", "Bulk Nora"]);
  await lake.delete("author-nora");
  await lake.delete("post-needs");

  await page.getByRole("checkbox", { name: "Bulk Ada" }).check();
  await page.getByRole("button", { name: "Unpublish 1" }).click();
  const question = page.getByText("Unpublish 1 document? Visitors will no longer see it.");
  await expect(question).toBeVisible();
  await page.getByRole("button", { name: "Yes, unpublish" }).click();
  await expect(page.getByRole("status")).toHaveText("1 document unpublished.");
  expect(await published()).toEqual([]);
  await page.getByRole("checkbox", { name: "Bulk Ada" }).check();
  await page.getByRole("button", { name: "Delete 1" }).click();
  await expect(page.getByText("Delete 1 document? Visitors do not see it.")).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await studio.open(page, "drafts");
  await expect(page.getByRole("option", { name: "Bulk Ada" })).toBeVisible();
});

test("the open list of bulk actions follows what others create and edit", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  await page.goto("/studio/bulk");
  await page.getByRole("searchbox", { name: "Title" }).fill("late guest");
  await expect(page.getByText("No document matches.")).toBeVisible();
  await lake.create({ _id: "author-late", _type: "author", name: "Late guest", role: "Editor" });
  const row = page.getByRole("listitem").filter({ hasText: "Late guest" });
  await expect(row).toContainText("Published");
  await lake.create({ _id: "drafts.author-late", _type: "author", name: "Late guest" });
  await expect(row).toContainText("Published, with changes");
});
