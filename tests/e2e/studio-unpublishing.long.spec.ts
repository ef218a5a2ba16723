import { studio } from "./support/studio";
import { expect, test } from "./support/test";

test("a document is unpublished by keyboard alone", async ({ lake, studioPage: page }) => {
  test.slow();
  const id = "author-unpublished-by-key";
  await lake.create({ _id: id, _type: "author", name: "Ada" });
  await studio.open(page, `blog;author;${id}`);
  await page.getByRole("button", { name: "Published", exact: true }).click();
  const question = page.getByRole("dialog");
  // The button is replaced while the published version loads, and forgets the key.
  await expect(async () => {
    await studio.document(page).getByRole("button", { name: "Unpublish" }).press("Enter");
    await expect(question).toHaveCount(1, { timeout: 5_000 });
  }).toPass();
  const confirm = question.getByRole("button", { name: "Unpublish now" });
  await expect(confirm).toBeEnabled();
  await expect(async () => {
    await page.keyboard.press("Tab");
    await expect(confirm).toBeFocused({ timeout: 100 });
  }).toPass();
  await page.keyboard.press("Enter");
  const versions = () => lake.fetch("*[_id in [$id, $draft]]._id", { id, draft: `drafts.${id}` });
  await expect.poll(versions).toEqual([`drafts.${id}`]);
  await expect(page.getByText("Unpublished: visitors no longer see it.")).toBeVisible();
});
