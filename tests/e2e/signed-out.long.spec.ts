import type { Page } from "@playwright/test";
import { z } from "zod";
import { newPerson } from "./support/people";
import { studio } from "./support/studio";
import { expect, signUp, test } from "./support/test";
import { open } from "./support/visitor";

/** Everything of the page that a script, or someone at the keyboard, could still read. */
const contentsOf = async (page: Page) =>
  (await page.content()) +
  (await page.evaluate(async () => {
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    const caches = await self.caches.keys();
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, databases, caches]);
  }));

test("after signing out, nothing of the person is left in the browser, in any tab", async ({
  page,
}) => {
  const person = newPerson();
  await signUp(page, person);
  const [gated, shared] = [await page.context().newPage(), await page.context().newPage()];
  await open(gated, "/dashboard/profile/email");
  await open(shared, "/about");
  await open(page, "/dashboard/security");
  for (const each of [page, gated, shared]) expect(await contentsOf(each)).toContain(person.email);

  await page.getByRole("button", { name: "Your account" }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  for (const each of [page, gated, shared]) {
    // While a document is replaced it cannot be read.
    await expect(async () => {
      const left = await contentsOf(each);
      expect(left).not.toContain(person.email);
      expect(left).not.toContain(person.name);
    }).toPass();
  }
  await page.goBack();
  await expect(page).toHaveURL(/\/login/);
  expect(await contentsOf(page)).not.toContain(person.email);
  const cookies = await page.context().cookies();
  expect(cookies.filter(({ name }) => name.startsWith("session"))).toEqual([]);
});

test("nor is anything of an editor, or of what they wrote, when they sign out in the Studio", async ({
  lake,
  editorPage: page,
}) => {
  const text = "A title that nobody has published";
  const id = "post-optimizing-pdf-workflows-for-enterprise";
  await studio.open(page, `blog;post;${id}`);
  await studio.field(page, "Title").fill(text);
  await expect.poll(() => lake.getDocument(`drafts.${id}`)).toMatchObject({ title: text });
  const response = await page.request.get("/lake/v2025-02-19/users/me");
  const { email, id: person } = z
    .object({ email: z.string(), id: z.string() })
    .parse(await response.json());
  expect(await contentsOf(page)).toContain(text);

  await page.locator("#user-menu").click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/login$/);
  const left = await contentsOf(page);
  for (const secret of [text, email, person]) expect(left).not.toContain(secret);
});
