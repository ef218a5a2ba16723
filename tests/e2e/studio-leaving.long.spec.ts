import type { Page } from "@playwright/test";
import type { SanityClient } from "@sanity/client";
import { studio } from "./support/studio";
import { expect, test } from "./support/test";

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
  test(`the last edit is saved when the editor leaves for ${way} at once`, async ({
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

const textOf = (lake: SanityClient) =>
  lake.fetch('*[_id == "drafts.post-left"][0]{ "text": pt::text(content) }.text');

for (const way of ["another tool", "Back"]) {
  test(`the last words of a text are saved when the editor leaves for ${way} at once`, async ({
    lake,
    adminPage: page,
  }) => {
    test.slow();
    const span = { _type: "span", _key: "b", marks: [], text: "" };
    const block = { _type: "block", _key: "a", style: "normal", markDefs: [], children: [span] };
    await lake.create({ _id: "drafts.post-left", _type: "post", title: "Left", content: [block] });
    await studio.open(page, "blog;post");
    await page.getByRole("link", { name: "Left" }).first().click();
    await expect(studio.field(page, "Title")).toHaveValue("Left");
    await studio.writeBody(page, words);
    await ways[way]?.(page);
    await expect.poll(() => textOf(lake)).toBe(words);
  });
}

/** The page's prompts before it unloads; each is answered with staying. */
function questionsOf(page: Page): string[] {
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  return asked;
}

/** Nothing that is written reaches a lake, until the returned function is called. */
async function loseConnection(page: Page) {
  await page.route("**/data/actions/**", (route) => route.abort("internetdisconnected"));
  return () => page.unroute("**/data/actions/**");
}

for (const [where, go] of Object.entries({
  "its form": () => Promise.resolve(),
  "another tool": ways["another tool"],
})) {
  for (const [end, leave] of Object.entries({
    reloaded: (page: Page) => page.reload({ timeout: 3_000 }).catch(() => {}),
    closed: (page: Page) => page.close({ runBeforeUnload: true }),
  })) {
    test(`a page that is ${end} with unsaved words asks first, in ${where}`, async ({
      lake,
      adminPage: page,
    }) => {
      test.slow();
      await lake.create({ _id: "drafts.author-asked", _type: "author", name: "Ada" });
      await studio.open(page, "blog;author;author-asked");
      await expect(studio.field(page, "Role")).toBeEditable();
      const asked = questionsOf(page);
      const mend = await loseConnection(page);
      await studio.field(page, "Role").pressSequentially(words);
      await go?.(page);
      await leave(page);
      await expect.poll(() => asked).toEqual(["beforeunload"]);

      await mend();
      await expect.poll(() => lake.fetch('*[_id == "drafts.author-asked"][0].role')).toBe(words);
    });
  }
}

test("an editor who stays on a page without a connection goes on writing", async ({
  lake,
  adminPage: page,
}) => {
  test.slow();
  await lake.create({ _id: "drafts.author-stays", _type: "author", name: "Ada" });
  await studio.open(page, "blog;author;author-stays");
  await expect(studio.field(page, "Role")).toBeEditable();
  const asked = questionsOf(page);
  await page.context().setOffline(true);
  await studio.field(page, "Role").pressSequentially(words);
  await expect(page.getByText(/keep this window open/)).toBeVisible();
  await page.evaluate(() => void setTimeout(() => window.location.reload()));
  await expect.poll(() => asked).toEqual(["beforeunload"]);
  await studio.field(page, "Role").pressSequentially(" and on");
  await page.context().setOffline(false);
  await expect
    .poll(() => lake.fetch('*[_id == "drafts.author-stays"][0].role'))
    .toBe(`${words} and on`);
  await studio.field(page, "Role").pressSequentially(" again");
  await expect
    .poll(() => lake.fetch('*[_id == "drafts.author-stays"][0].role'))
    .toBe(`${words} and on again`);
});

test("a page that is reloaded without unsaved edits does not ask", async ({
  lake,
  adminPage: page,
}) => {
  test.slow();
  await lake.create({ _id: "drafts.author-asked", _type: "author", name: "Ada" });
  await studio.open(page, "blog;author;author-asked");
  await expect(studio.field(page, "Role")).toBeEditable();
  const asked = questionsOf(page);
  await studio.field(page, "Role").pressSequentially(words);
  await expect(studio.document(page).getByText("Saved")).toBeVisible();
  await page.reload();
  await expect(studio.field(page, "Role")).toHaveValue(words);
  expect(asked).toEqual([]);
});
