import { studio } from "./support/studio";
import { expect, test } from "./support/test";

// What a test leaves in the lake is deleted then.
test.beforeEach(({ lake }) => void lake);

const article = {
  title: "Color bars for the impatient",
  slug: "color-bars-for-the-impatient",
  excerpt: "Four patches tell whether a press is in form.",
  picture: "content/images/secure-document-handling-in-the-cloud.png",
  alternativeText: "Four patches of process color",
  category: "Security",
  body: "Look at the black patch first.",
};

test("an editor creates, publishes, changes, discards, unpublishes and deletes an article", async ({
  lake,
  adminPage: page,
  request,
}) => {
  test.slow();
  const address = `/blog/${article.slug}`;
  const statusBecomes = (status: number) =>
    expect.poll(async () => (await request.get(address)).status()).toBe(status);

  await studio.writeArticle(page, article);
  expect((await request.get(address)).status()).toBe(404);
  await studio.publish(page);
  await statusBecomes(200);

  await studio.field(page, "Title").fill("Color bars, revised");
  await expect(studio.document(page).getByRole("button", { name: "Draft" })).toBeEnabled();
  expect(await (await request.get(address)).text()).not.toContain("revised");
  await studio.publish(page);
  await expect
    .poll(async () => (await request.get(address)).text())
    .toContain("Color bars, revised");

  await studio.field(page, "Title").fill("Color bars, a mistake");
  await studio.act(page, "Discard changes");
  await page.getByRole("button", { name: "Discard changes" }).click();
  await expect(studio.field(page, "Title")).toHaveValue("Color bars, revised");

  await studio.document(page).getByRole("button", { name: "Published", exact: true }).click();
  await studio.document(page).getByRole("button", { name: "Unpublish", exact: true }).click();
  await page.getByRole("button", { name: "Unpublish now" }).click();
  await statusBecomes(404);
  await expect(studio.field(page, "Title")).toHaveValue("Color bars, revised");
  await expect(studio.field(page, "Title")).toBeEditable();

  await studio.act(page, "Delete");
  await page.getByRole("button", { name: "Delete all versions" }).click();
  await expect(page.getByRole("option", { name: /Color bars/ })).toHaveCount(0);
  expect(await lake.fetch("count(*[slug.current == $slug])", { slug: article.slug })).toBe(0);
});

test("two editors in one article see each other's words and both are saved", async ({
  adminPage: ada,
  editorPage: nora,
}) => {
  test.slow();

  const path = "blog;author;author-ines-calloway";
  await studio.open(ada, path);
  await studio.open(nora, path);
  const name = await studio.field(ada, "Name").inputValue();

  await studio.field(ada, "Name").fill(`${name} the First`);
  await expect(studio.field(nora, "Name")).toHaveValue(`${name} the First`);
  await studio.field(nora, "Role").fill("Head of Ink");
  await expect(studio.field(ada, "Role")).toHaveValue("Head of Ink");
  await expect(studio.field(nora, "Name")).toHaveValue(`${name} the First`);

  await studio.act(ada, "Discard changes");
  await ada.getByRole("button", { name: "Discard changes" }).click();
  await expect(studio.field(nora, "Name")).toHaveValue(name);
});
