import type { Page } from "@playwright/test";
import { studio } from "./studio";
import { expect, test } from "./test";

const words = "Typed to the last letter";

/** Ways to leave a form, each at once after the last key. */
const ways: Record<string, (page: Page) => Promise<unknown>> = {
  "another document": (page) => page.getByRole("link", { name: "Ines Calloway" }).first().click(),
  "another list": (page) =>
    page
      .getByRole("link", { name: /^Categories/ })
      .first()
      .click(),
  "another tool": (page) => page.getByRole("link", { name: "Queries" }).click(),
  Back: (page) => page.goBack(),
};

for (const [way, leave] of Object.entries(ways)) {
  test(`what was typed last is kept when one leaves for ${way} at once`, async ({
    lake,
    adminPage: page,
  }) => {
    test.slow();
    await lake.create({ _id: "drafts.author-left", _type: "author", name: "Ada" });
    const role = () => lake.fetch('*[_id == "drafts.author-left"][0].role');
    await studio.open(page, "blog;author");
    await page.getByRole("link", { name: "Ada" }).first().click();
    await expect(studio.field(page, "Role")).toBeEditable();
    // The Studio sends the first key at once, and holds back what follows within a second.
    await studio.field(page, "Role").pressSequentially(words);
    await leave(page);
    await expect.poll(role).toBe(words);
  });
}

test("the last words of a text are kept when one leaves at once", async ({
  lake,
  adminPage: page,
}) => {
  test.slow();
  const span = { _type: "span", _key: "b", marks: [], text: "" };
  const block = { _type: "block", _key: "a", style: "normal", markDefs: [], children: [span] };
  const post = { _id: "drafts.post-left", _type: "post", title: "Left", content: [block] };
  await lake.create(post);
  const text = () =>
    lake.fetch('*[_id == "drafts.post-left"][0]{ "text": pt::text(content) }.text');
  await studio.open(page, "blog;post;post-left");
  await expect(studio.field(page, "Title")).toHaveValue("Left");
  await studio.writeBody(page, words);
  await page.getByRole("link", { name: "Queries" }).click();
  await expect.poll(text).toBe(words);
});

test("a page that is reloaded or closed with unsaved words asks first, and one with none does not", async ({
  lake,
  adminPage: page,
}) => {
  test.slow();
  await lake.create({ _id: "drafts.author-asked", _type: "author", name: "Ada" });
  const role = () => lake.fetch('*[_id == "drafts.author-asked"][0].role');
  await studio.open(page, "blog;author;author-asked");
  await expect(studio.field(page, "Role")).toBeEditable();
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  await page.route("**/data/actions/**", (route) => route.abort("internetdisconnected"));
  await studio.field(page, "Role").pressSequentially(words);
  await page.reload({ timeout: 3_000 }).catch(() => {});
  await expect.poll(() => asked).toEqual(["beforeunload"]);
  await expect(studio.field(page, "Role")).toHaveValue(words);

  await page.unroute("**/data/actions/**");
  await expect.poll(role).toBe(words);
  await expect(studio.document(page).getByText("Saved")).toBeVisible();
  await page.reload();
  expect(asked).toHaveLength(1);
  await expect(studio.field(page, "Role")).toHaveValue(words);
});
