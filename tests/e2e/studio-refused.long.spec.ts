import { writeFile } from "node:fs/promises";
import type { SanityDocument } from "@sanity/client";
import { noSpace } from "@platen/kit";
import { studio } from "./support/studio";
import { expect, test } from "./support/test";

for (const [status, error, message] of [
  [507, "Insufficient Storage", noSpace],
  [500, "Internal Server Error", "An unexpected error occurred"],
] as const) {
  test(`edits that the lake refuses with ${status} stay in the form, which says why, and are saved afterward`, async ({
    lake,
    adminPage: page,
  }) => {
    test.slow();
    await lake.create({ _id: "drafts.author-refused", _type: "author", name: "Ada" });
    await studio.open(page, "blog;author;author-refused");
    const role = studio.field(page, "Role");
    await expect(role).toBeEditable();
    let refused = 0;
    await page.route("**/data/actions/**", (route) => {
      refused += 1;
      return route.fulfill({ status, json: { statusCode: status, error, message } });
    });
    await role.pressSequentially("Pressman");
    await expect(page.getByText("Your changes are not saved yet")).toBeVisible();
    await expect(page.getByText(message)).toBeVisible();
    await role.pressSequentially(" and more");
    await expect.poll(() => refused).toBeGreaterThan(2);
    await expect(role).toHaveValue("Pressman and more");

    await page.unroute("**/data/actions/**");
    await expect
      .poll(() => lake.fetch('*[_id == "drafts.author-refused"][0].role'))
      .toBe("Pressman and more");
    await expect(page.getByText("Your changes are not saved yet")).toBeHidden();
  });
}

test("Publish lists the drafts that a document refers to, and works once they are published", async ({
  lake,
  adminPage: page,
}) => {
  test.slow();
  const post = await lake.fetch<SanityDocument>('*[_type == "post" && defined(image)][0]');
  const author = { _id: "drafts.author-unpublished", _type: "author", name: "Nora Newcomer" };
  const reference = {
    _type: "reference",
    _ref: "author-unpublished",
    _weak: true,
    _strengthenOnPublish: { type: "author" },
  };
  await lake.create(author);
  await lake.create({
    ...post,
    _id: "drafts.post-referring",
    title: "By a newcomer",
    slug: { _type: "slug", current: "by-a-newcomer" },
    author: reference,
  });
  await studio.open(page, "blog;post;post-referring");
  await expect(studio.field(page, "Title")).toHaveValue("By a newcomer");
  const publish = studio.document(page).getByRole("button", { name: "Publish", exact: true });
  const dialog = page.getByRole("dialog", { name: "Publish these first" });
  await expect(async () => {
    await publish.click({ timeout: 5_000 });
    await expect(dialog).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await dialog.getByRole("link", { name: "Nora Newcomer" }).click();
  await expect(dialog).toBeHidden();
  await expect(studio.field(page, "Name")).toHaveValue("Nora Newcomer");
  expect(await lake.fetch('count(*[_id == "post-referring"])')).toBe(0);

  const { _id, ...published } = author;
  await lake.create({ ...published, _id: _id.replace("drafts.", "") });
  await studio.open(page, "blog;post;post-referring");
  await studio.publish(page);
  await expect.poll(() => lake.fetch('count(*[_id == "post-referring"])')).toBe(1);
});

for (const [what, file, content, reason] of [
  ["a broken picture", "picture.png", Buffer.from("no picture at all"), /Invalid image/],
  [
    "a picture that is too large",
    "picture.png",
    Buffer.alloc(51 * 1024 ** 2, 1),
    "The file is larger than 50 MB.",
  ],
  [
    "a PDF as a picture",
    "page.pdf",
    Buffer.from("%PDF-1.4"),
    "This field does not accept files of this type.",
  ],
] as const) {
  test(`an upload of ${what} says why it failed`, async ({ lake, adminPage: page }, testInfo) => {
    test.slow();
    await lake.create({ _id: "drafts.post-picture", _type: "post", title: "Pictured" });
    await studio.open(page, "blog;post;post-picture");
    await expect(studio.field(page, "Title")).toBeEditable();
    const path = testInfo.outputPath(file);
    await writeFile(path, content);
    await studio.document(page).locator("input[type=file]").first().setInputFiles(path);
    const message = page.getByRole("alert").filter({ hasText: `${file} was not uploaded` });
    await expect(message).toContainText(reason);
    await expect(page.getByText("Upload failed")).toHaveCount(0);
  });
}

test("the form of a plan says to an editor, and not to an administrator, who publishes it", async ({
  adminPage,
  editorPage,
}) => {
  test.slow();
  const reason = /^Only administrators publish plans/;
  await studio.open(editorPage, "product;plan;plan-developer");
  await expect(studio.document(editorPage).getByText(reason)).toBeVisible();
  await studio.open(adminPage, "product;plan;plan-developer");
  await expect(studio.field(adminPage, "Name")).toBeEditable();
  await expect(studio.document(adminPage).getByText(reason)).toHaveCount(0);
});
