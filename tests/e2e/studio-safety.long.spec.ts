import type { SanityDocument } from "@sanity/client";
import type { Page } from "@playwright/test";
import { studio } from "./support/studio";
import { expect, test } from "./support/test";

test("a document is duplicated, and one that others refer to is not deleted by mistake", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  await lake.create({ _id: "author-original", _type: "author", name: "Original Name" });
  await studio.open(page, "blog;author;author-original");
  await expect(studio.field(page, "Name")).toHaveValue("Original Name");
  await studio.act(page, "Duplicate");
  await expect(page).not.toHaveURL(/author-original/);
  await expect(studio.field(page, "Name")).toHaveValue("Original Name");

  const needed = "Secure Document Handling in the Cloud";
  await studio.open(page, "blog;category;category-security");
  await studio.act(page, "Delete");
  const dialog = page.getByRole("dialog", { name: "It is still used" });
  await expect(dialog).toContainText(needed);
  await expect(dialog.getByRole("button", { name: /anyway/ })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await studio.tab(page, "Used by");
  await expect(lake.delete("category-security")).rejects.toThrow(/reference/i);
  await studio.document(page).getByRole("link", { name: needed }).click();
  await expect(studio.field(page, "Title")).toHaveValue(needed);
});

test("a copy has no slug, and the original's draft can still be published", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  const original = { _type: "category", title: "Copied", slug: { current: "copied" } };
  await lake.create({ _id: "drafts.category-copied", ...original });
  await studio.open(page, "blog;category;category-copied");
  await expect(studio.field(page, "Title")).toHaveValue("Copied");
  await studio.act(page, "Duplicate");
  await expect(page).not.toHaveURL(/category-copied/);
  await expect(studio.field(page, "Title")).toHaveValue("Copied");
  await expect(studio.field(page, "Slug")).toHaveValue("");
  await studio.open(page, "blog;category;category-copied");
  await expect(studio.field(page, "Slug")).toHaveValue("copied");
  await studio.publish(page);
  await expect.poll(() => lake.fetch('count(*[_id == "category-copied"])')).toBe(1);
});

test("typing right after opening is saved, from the first character on", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  await lake.create({ _id: "author-typed", _type: "author", name: "Ada" });
  const savedDrafts = () => lake.fetch(`count(*[_id in path("drafts.**") && role == "Pressman"])`);
  const typeAtOnce = async () => {
    await expect(studio.field(page, "Role")).toBeEditable();
    await studio.field(page, "Role").pressSequentially("Pressman");
    await expect(studio.field(page, "Role")).toHaveValue("Pressman");
  };
  await studio.open(page, "blog;author;author-typed");
  await typeAtOnce();
  await expect.poll(savedDrafts).toBe(1);
  await studio.create(page, "author");
  await typeAtOnce();
  await expect.poll(savedDrafts).toBe(2);
});

test("words typed just before Publish are published with the rest", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  const written = await lake.fetch<SanityDocument>('*[_type == "post" && defined(image)][0]');
  const paragraph = { _type: "block", _key: "a", style: "normal", markDefs: [] };
  const words = { _type: "span", _key: "b", marks: [], text: "" };
  await lake.create({
    ...written,
    _id: "post-last-words",
    slug: { _type: "slug", current: "last-words" },
    content: [{ ...paragraph, children: [words] }],
  });
  const versions = () =>
    lake.fetch<string[]>('*[slug.current == "last-words"]{"text": pt::text(content)}.text');
  await studio.open(page, "blog;post;post-last-words");
  await studio.field(page, "Title").fill("To the last word");
  const publish = studio.document(page).getByRole("button", { name: "Publish", exact: true });
  // Once that is saved, only the missing text disables the Publish button.
  await expect.poll(() => lake.fetch('count(*[title == "To the last word"])')).toBe(1);
  await expect(publish).toBeEnabled();
  await studio.writeBody(page, "Mind the gap.");
  // At once, as on a slow machine.
  await publish.dispatchEvent("click");
  await expect(page.getByText("was published").first()).toBeVisible();
  await expect.poll(versions).toEqual(["Mind the gap."]);
});

test("a lost connection is reported; the form stays usable, edits are saved, and others' edits appear", async ({
  lake,
  adminPage: page,
}) => {
  test.slow();
  await lake.create({ _id: "drafts.author-typed", _type: "author", name: "Ada" });
  await studio.open(page, "blog;author;author-typed");
  const role = studio.field(page, "Role");
  await role.fill("Pressman");
  await expect.poll(() => lake.fetch(`*[_id == "drafts.author-typed"][0].role`)).toBe("Pressman");

  // The network is down before the browser notices.
  await page.route("**/lake/**", (route) => route.abort("internetdisconnected"));
  await role.fill("Typed in a tunnel");
  await expect(page.getByText("The site is not responding")).toBeVisible();
  await page.context().setOffline(true);
  const notice = page.getByText("You are offline");
  await expect(notice).toBeVisible();
  await expect(role).toHaveValue("Typed in a tunnel");
  await role.pressSequentially(", and on");
  await lake.patch("drafts.author-typed").set({ bio: "From elsewhere" }).commit();

  await page.unroute("**/lake/**");
  await page.context().setOffline(false);
  await expect(studio.field(page, "About")).toHaveValue("From elsewhere");
  await expect(role).toHaveValue("Typed in a tunnel, and on");
  await expect(notice).toBeHidden();
  await expect
    .poll(() => lake.fetch(`*[_id == "drafts.author-typed"][0]{ role, bio }`))
    .toEqual({ role: "Typed in a tunnel, and on", bio: "From elsewhere" });
});

test("two editors who write in one field at the same time both keep their words", async ({
  lake,
  studioPage: ada,
  editorPage: nora,
}) => {
  test.slow();
  await lake.create({ _id: "drafts.author-shared", _type: "author", name: "Shared" });
  const writers = [ada, nora];
  for (const page of writers) {
    await studio.open(page, "blog;author;author-shared");
    await expect(studio.field(page, "Name")).toHaveValue("Shared");
  }
  const release = await holdWrites(writers);
  await studio.field(ada, "Name").fill("First Shared");
  await studio.field(nora, "Name").fill("Shared Last");
  release();
  for (const page of writers) {
    await expect(studio.field(page, "Name")).toHaveValue("First Shared Last");
  }
});

test("two editors who write in one paragraph at the same time keep every letter and every quote", async ({
  lake,
  studioPage: ada,
  editorPage: nora,
}) => {
  test.slow();
  const span = { _type: "span", _key: "b", marks: [], text: "Between them." };
  const block = { _type: "block", _key: "a", style: "normal", markDefs: [], children: [span] };
  const post = { _type: "post", title: "Shared paragraph", content: [block] };
  await lake.create({ _id: "drafts.post-shared-paragraph", ...post });
  const writers = [
    { page: ada, place: "Home", text: `It's Ada's "first" -- here... ` },
    { page: nora, place: "End", text: ` It's Nora's "last" -- there...` },
  ];
  for (const { page, place } of writers) {
    await studio.open(page, "blog;post;post-shared-paragraph");
    await studio.writeBody(page, "");
    await page.keyboard.press(place);
  }
  await Promise.all(writers.map(({ page, text }) => page.keyboard.type(text, { delay: 75 })));
  const [first, last] = writers;
  await expect
    .poll(() => lake.fetch('pt::text(*[_id == "drafts.post-shared-paragraph"][0].content)'))
    .toBe(`${first?.text}Between them.${last?.text}`);
});

/**
 * Holds back what these pages write until the returned function is called: until then neither has
 * seen the other's text.
 */
async function holdWrites(pages: Page[]): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  for (const page of pages) {
    await page.route("**/data/actions/**", async (route) => {
      await released;
      await route.continue();
    });
  }
  return release;
}

test("an edit is undone from the history", async ({ lake, studioPage: page, request }) => {
  test.slow();
  const home = async () => (await request.get("/")).text();
  await studio.open(page, "product;plan;plan-developer");
  const price = studio.document(page).getByRole("spinbutton", { name: "Price in US dollars" });
  for (const dollars of ["11", "12"]) {
    await price.fill(dollars);
    await studio.publish(page);
    await expect.poll(home).toContain(`>$${dollars}<`);
  }
  await studio.restorePrevious(page);
  await expect(price).toHaveValue("11");
  await studio.publish(page);
  await expect.poll(home).toContain(">$11<");
  expect(await lake.fetch('*[_id == "plan-developer"][0].price')).toBe(11);
});

test("letters that are typed while a revert is in flight are there once", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  await lake.create({ _id: "author-reverted", _type: "author", name: "First" });
  await studio.open(page, "blog;author;author-reverted");
  const name = studio.field(page, "Name");
  for (const text of ["Second", "Third"]) {
    await expect(name).toBeEditable();
    await name.fill(text);
    await studio.publish(page);
  }
  // The lake has carried it out and says so; only its response to this page is late.
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/data/mutate/**", async (route) => {
    const response = await route.fetch();
    await released;
    await route.fulfill({ response });
  });
  await studio.restorePrevious(page);
  await expect(name).toHaveValue("Second");
  await name.click();
  await page.keyboard.press("End");
  // Slowly enough for each letter to be passed to the form on its own.
  await page.keyboard.type(" typed", { delay: 200 });
  await expect(name).toHaveValue("Second typed");
  release();
  const stored = () => lake.fetch('*[_id == "drafts.author-reverted"][0].name');
  await expect.poll(stored).toMatch(/^Second.+d$/);
  expect(await stored()).toBe("Second typed");
  await expect(name).toHaveValue("Second typed");
});

test("an invalid document of a script opens with messages, and can be fixed", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  await lake.create({
    _id: "drafts.jobOpening-wrong",
    _type: "jobOpening",
    title: 5,
    id: "text",
    department: "Pressroom",
    summary: { odd: true },
    responsibilities: "text",
    salary: [1, null],
    publishAt: 7,
    orderRank: 3,
  });
  await studio.open(page, "careers;jobOpening;jobOpening-wrong");
  await expect(studio.field(page, "Department")).toHaveValue("Pressroom");
  const messages = studio.document(page).getByText("Invalid property value");
  await expect(messages).not.toHaveCount(0);
  await studio.field(page, "Department").fill("Bindery");
  await expect
    .poll(() => lake.fetch('*[_id == "drafts.jobOpening-wrong"][0].department'))
    .toBe("Bindery");
});

test("a form warns when Show from would hide what visitors see", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  const published = await lake.fetch<SanityDocument>('*[_type == "post" && defined(image)][0]');
  const id = published._id;
  await lake.create({ ...published, _id: `drafts.${id}`, publishAt: "2090-01-01T12:00:00.000Z" });
  await studio.open(page, `blog;post;${id}`);
  await expect(studio.field(page, "Title")).toHaveValue(String(published.title));
  await expect(studio.document(page).getByText("Publishing hides it")).toBeVisible();
  await studio.document(page).getByRole("tab", { name: "Publishing" }).click();
  const field = studio.document(page).getByTestId("field-publishAt");
  await field.getByTestId("input-validation-icon-warning").hover();
  await expect(
    page.getByText(
      "Visitors see this now. When you publish, it disappears right away, and its URL shows “Page Not Found” until then.",
    ),
  ).toBeVisible();
});
