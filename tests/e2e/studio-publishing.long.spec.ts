import type { Page } from "@playwright/test";
import type { SanityDocument } from "@sanity/client";
import { copyArticle } from "./support/copied-article";
import { studio } from "./support/studio";
import { expect, test } from "./support/test";

for (const [where, leave] of [
  ["another article", (page: Page) => page.getByRole("link", { name: "Stays as it is" }).click()],
  ["another tool", (page: Page) => page.getByRole("link", { name: "Content check" }).click()],
] as const) {
  test(`a document that is left for ${where} right after Publish is published with its last words`, async ({
    lake,
    adminPage: page,
  }) => {
    test.slow();
    const written = await lake.fetch<{ _id: string; _type: string }>(
      '*[_type == "post" && defined(image)][0]',
    );
    const id = "post-left-at-once";
    const slug = { _type: "slug", current: "left-at-once" };
    await lake.create({ ...written, _id: id, slug, title: "Left at once" });
    await lake.create({ _id: "drafts.post-stays", _type: "post", title: "Stays as it is" });
    await studio.open(page, `blog;post;${id}`);
    await expect(studio.field(page, "Title")).toHaveValue("Left at once");
    await studio.writeBody(page, "At the end of the day.");
    const publish = studio.document(page).getByRole("button", { name: "Publish", exact: true });
    await expect(publish).toBeEnabled();
    await page.keyboard.type(" And on.");
    await publish.click();
    await leave(page);
    await expect
      .poll(() => lake.fetch<string>("pt::text(*[_id == $id][0].content)", { id }))
      .toContain("At the end of the day. And on.");
    await expect(page.getByText("“Left at once” was published")).toBeVisible();
    await expect.poll(() => lake.fetch("count(*[_id == $id])", { id: `drafts.${id}` })).toBe(0);
  });
}

test("a document that is left right after Publish says so when the lake refuses it", async ({
  lake,
  editorPage: page,
}) => {
  test.slow();
  const id = "author-refused-later";
  await lake.create({ _id: id, _type: "author", name: "Ada", role: "Press" });
  await studio.open(page, `blog;author;${id}`);
  const role = studio.field(page, "Role");
  await expect(role).toHaveValue("Press");
  // Edits are actions as well.
  await page.route("**/data/actions/**", (route) =>
    route.request().postData()?.includes("document.publish")
      ? route.fulfill({
          status: 409,
          json: { statusCode: 409, error: { description: "Refused." } },
        })
      : route.continue(),
  );
  await role.press("End");
  await page.keyboard.type("man");
  const publish = studio.document(page).getByRole("button", { name: "Publish", exact: true });
  await expect(publish).toBeEnabled();
  await publish.click();
  await page.getByRole("link", { name: "Content check" }).click();
  await expect(page.getByText("“Ada” was not published")).toBeVisible();
  expect(await lake.fetch("*[_id == $id][0].role", { id })).toBe("Press");
});

test("Ctrl+Alt+P publishes the tag that is being typed", async ({ lake, studioPage: page }) => {
  test.slow();
  const id = "post-tag-by-key";
  await copyArticle(lake, id);
  await studio.open(page, `blog;post;${id}`);
  await expect(studio.field(page, "Title")).toHaveValue(id);
  const publish = studio.document(page).getByRole("button", { name: "Publish", exact: true });
  await expect(publish).toBeEnabled();
  await studio.document(page).getByTestId("field-tags").getByRole("textbox").click();
  await page.keyboard.type("two", { delay: 60 });
  await page.keyboard.press("Control+Alt+p");
  await expect.poll(() => lake.fetch("*[_id == $id][0].tags", { id })).toEqual(["one", "two"]);
});

test("a document is not published while a date that was typed cannot be read", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  const id = "post-wrong-date";
  await copyArticle(lake, id);
  await lake.patch(`drafts.${id}`).set({ unpublishAt: "2036-11-28T18:00:00.000Z" }).commit();
  await studio.open(page, `blog;post;${id}`);
  await expect(studio.field(page, "Title")).toHaveValue(id);
  const publish = studio.document(page).getByRole("button", { name: "Publish", exact: true });
  await expect(publish).toBeEnabled();
  await studio.tab(page, "Publishing");
  const until = studio.document(page).getByTestId("field-unpublishAt").getByRole("textbox");
  const stored = await until.inputValue();
  await until.fill("28.11.2036 18:00");
  await page.keyboard.press("Tab");
  await publish.click();
  await expect(page.getByText("Correct “Show until” first")).toBeVisible();
  expect(await lake.fetch("count(*[_id == $id])", { id })).toBe(0);
  // The form shows the fields of one tab only.
  await studio.tab(page, "Article");
  await expect(until).toHaveCount(0);
  await publish.click();
  await expect(page.getByText("Correct “Show until” first").last()).toBeVisible();
  expect(await lake.fetch("count(*[_id == $id])", { id })).toBe(0);
  await studio.tab(page, "Publishing");
  await expect(until).toHaveValue(stored);
  await until.fill("28.11.2036 18:00");
  await page.keyboard.press("Tab");
  await until.fill(stored);
  await page.keyboard.press("Tab");
  await expect(until).toHaveValue(stored);
  await studio.publish(page);
  expect(await lake.fetch("*[_id == $id][0].unpublishAt", { id })).toBe("2036-11-28T18:00:00.000Z");
});

test("Publish that is clicked right after the letter that makes a document valid publishes it", async ({
  lake,
  studioPage: page,
}) => {
  const id = "author-just-valid";
  await lake.create({ _id: `drafts.${id}`, _type: "author", role: "Engineer" });
  await studio.open(page, `blog;author;${id}`);
  const publish = studio.document(page).getByRole("button", { name: "Publish", exact: true });
  await expect(publish).toBeDisabled();
  await studio.field(page, "Name").click();
  await page.keyboard.type("A");
  // As soon as it can be clicked: then the field still says that it is empty, and Publish took that
  // for a text that is not stored.
  await publish.click();
  await expect.poll(() => lake.fetch("*[_id == $id][0].name", { id })).toBe("A");
});

test("Publish that is clicked while a document cannot be published says why, and takes no letter", async ({
  lake,
  studioPage: page,
}) => {
  const id = "drafts.author-still-wrong";
  await lake.create({ _id: id, _type: "author" });
  await studio.open(page, "blog;author;author-still-wrong");
  const publish = studio.document(page).getByRole("button", { name: "Publish", exact: true });
  await expect(publish).toBeDisabled();
  await studio.field(page, "Role").click();
  await page.keyboard.type("Eng");
  await publish.click();
  await studio.field(page, "Role").click();
  await page.keyboard.press("End");
  await page.keyboard.type("ineer");
  await expect(page.getByText("Before you publish, fix: Name.").last()).toBeVisible();
  await expect.poll(() => lake.fetch("*[_id == $id][0].role", { id })).toBe("Engineer");
  await expect(publish).toBeDisabled();
});

test("the first publish of an article leaves the form of its author beside it without a false notice", async ({
  lake,
  studioPage: page,
}) => {
  const [id, author] = ["post-with-author", "author-beside"];
  const article = await lake.fetch<SanityDocument>('*[_type == "post" && defined(image)][0]');
  const slug = { _type: "slug", current: "with-author" };
  const reference = { _type: "reference", _ref: author };
  await lake.create({ _id: author, _type: "author", name: "Nadia", role: "Printer" });
  await lake.create({ ...article, _id: `drafts.${id}`, slug, author: reference });
  // What is known of the published article by then, nothing, is what its author was missing from.
  const known = page.waitForResponse((response) => {
    const url = decodeURIComponent(response.url());
    return (
      url.includes("preview.document-paths") && url.includes(`"${id}"`) && url.includes("author,")
    );
  });
  await studio.open(page, `blog;post;${id};${author},parentRefPath=author,type=author`);
  await expect(studio.field(page, "Name")).toHaveValue("Nadia");
  // Not that it is used on a page: none of its articles is published.
  await expect(studio.document(page).getByText("Shown with its published articles")).toBeVisible();
  await known;
  const parent = page.getByTestId("document-pane").first();
  await parent.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(parent.getByText(/^Last published/).first()).toBeVisible();
  const notice = page.getByText("This reference has been removed");
  // It came within two seconds of the publish, and stayed.
  const hasCome = notice.waitFor({ timeout: 4_000 }).then(
    () => true,
    () => false,
  );
  expect(await hasCome).toBe(false);
});
