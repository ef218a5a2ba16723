import type { Page } from "@playwright/test";
import type { SanityClient } from "@sanity/client";
import { copyArticle } from "./support/copied-article";
import { studio } from "./support/studio";
import { expect, test } from "./support/test";

/** Edits arrive at the lake only once the draft that they were typed into has been published. */
async function holdEditsUntilPublished(page: Page, lake: SanityClient, id: string) {
  await page.route("**/data/mutate/**", async (route) => {
    await expect.poll(() => lake.fetch("count(*[_id == $id])", { id })).toBe(1);
    await route.continue();
  });
}

test("letters typed on while Ctrl+Alt+P publishes are in the next draft", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  const id = "author-typed-on";
  await lake.create({ _id: `drafts.${id}`, _type: "author", name: "Ada" });
  await studio.open(page, `blog;author;${id}`);
  const role = studio.field(page, "Role");
  await role.click();
  await page.keyboard.type("Press");
  await expect
    .poll(() => lake.fetch("*[_id == $id][0].role", { id: `drafts.${id}` }))
    .toBe("Press");
  await expect(
    studio.document(page).getByRole("button", { name: "Publish", exact: true }),
  ).toBeEnabled();
  await holdEditsUntilPublished(page, lake, id);
  await page.keyboard.press("Control+Alt+p");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("smany");
  await page.keyboard.press("Backspace");
  await expect(role).toHaveValue("Pressman");
  await expect
    .poll(() =>
      lake.fetch("*[_id in [$id, $draft]] | order(_id){ _id, role }", {
        id,
        draft: `drafts.${id}`,
      }),
    )
    .toEqual([
      { _id: id, role: "Press" },
      { _id: `drafts.${id}`, role: "Pressman" },
    ]);
});

test("a paragraph begun while Ctrl+Alt+P publishes is in the next draft", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  const written = await lake.fetch<{ _id: string; _type: string }>(
    '*[_type == "post" && defined(image)][0]',
  );
  const id = "post-typed-on";
  const paragraph = { _type: "block", _key: "a", style: "normal", markDefs: [] };
  const words = { _type: "span", _key: "b", marks: [], text: "" };
  await lake.create({
    ...written,
    _id: `drafts.${id}`,
    slug: { _type: "slug", current: "typed-on" },
    content: [{ ...paragraph, children: [words] }],
  });
  await studio.open(page, `blog;post;${id}`);
  await expect(studio.field(page, "Title")).not.toHaveValue("");
  await studio.writeBody(page, "Mind the gap.");
  const texts = (version: string) =>
    lake.fetch<string[]>("*[_id == $version][0].content[].children[].text", { version });
  await expect.poll(() => texts(`drafts.${id}`)).toEqual(["Mind the gap."]);
  await expect(
    studio.document(page).getByRole("button", { name: "Publish", exact: true }),
  ).toBeEnabled();
  await holdEditsUntilPublished(page, lake, id);
  await page.keyboard.press("Control+Alt+p");
  await page.keyboard.press("Enter");
  await page.keyboard.type("And the step.");
  await expect.poll(() => texts(`drafts.${id}`)).toEqual(["Mind the gap.", "And the step."]);
  expect(await texts(id)).toEqual(["Mind the gap."]);
});

test("letters that are on their way when someone else publishes the draft are in the next one", async ({
  lake,
  studioPage: page,
}) => {
  const id = "author-published-meanwhile";
  const draft = { _id: `drafts.${id}`, _type: "author", name: "Ada", role: "Press" };
  await lake.create(draft);
  await studio.open(page, `blog;author;${id}`);
  const role = studio.field(page, "Role");
  await expect(role).toHaveValue("Press");
  let send = () => {};
  const maySend = new Promise<void>((resolve) => (send = resolve));
  const isHeld = page.waitForRequest("**/data/actions/**");
  await page.route("**/data/actions/**", async (route) => {
    await maySend;
    await route.continue();
  });
  await role.click();
  await page.keyboard.press("End");
  await page.keyboard.type("man");
  await isHeld;
  await lake
    .transaction()
    .createOrReplace({ ...draft, _id: id })
    .delete(draft._id)
    .commit();
  const published = studio.document(page).getByRole("button", { name: "Published", exact: true });
  await expect(published).toBeEnabled();
  send();
  await expect
    .poll(() => lake.fetch("*[_id == $draft][0].role", { draft: draft._id }))
    .toBe("Pressman");
  await expect(role).toHaveValue("Pressman");
  await expect(role).toBeFocused();
  await page.keyboard.type("ager");
  await expect
    .poll(() => lake.fetch("*[_id == $draft][0].role", { draft: draft._id }))
    .toBe("Pressmanager");
});

const sentence = "A new sentence that takes its time, and never stops for breath.";

/** Where a sentence is typed while another tab publishes, and what the lake has of it. */
const places = {
  "a new paragraph": {
    async goTo(page: Page) {
      await page.getByText("The first paragraph.").first().click();
      await page.keyboard.press("Control+End");
      await page.keyboard.press("Enter");
    },
    stored: "pt::text(content[1..-1])",
  },
  "an excerpt": {
    async goTo(page: Page) {
      await studio.field(page, "Excerpt").click();
      await page.keyboard.press("ControlOrMeta+a");
    },
    stored: "excerpt",
  },
};

for (const [place, { goTo, stored }] of Object.entries(places)) {
  test(`what is typed into ${place} while another tab publishes is all there`, async ({
    lake,
    adminPage: page,
  }) => {
    test.slow();
    const id = `post-two-tabs-${stored.length}`;
    await copyArticle(lake, id);
    const draft = await lake.getDocument(`drafts.${id}`);
    const first = { _type: "span", _key: "s", marks: [], text: "The first paragraph." };
    const paragraph = {
      _type: "block",
      _key: "a",
      style: "normal",
      markDefs: [],
      children: [first],
    };
    await lake
      .transaction()
      .createOrReplace({ _type: "post", ...draft, _id: id, content: [paragraph] })
      .delete(`drafts.${id}`)
      .commit();
    const other = await page.context().newPage();
    for (const tab of [page, other]) {
      await studio.open(tab, `blog;post;${id}`);
      await expect(studio.field(tab, "Title")).toHaveValue(id);
    }
    await page.bringToFront();
    await goTo(page);
    const publish = other.getByTestId("action-publish");
    await Promise.all([
      page.keyboard.type(sentence, { delay: 60 }),
      expect(publish)
        .toBeEnabled()
        .then(() => publish.click()),
    ]);
    const latest = `coalesce(*[_id == "drafts." + $id][0], *[_id == $id][0])`;
    await expect
      .poll(() => lake.fetch(`${latest}{ "text": ${stored} }.text`, { id }))
      .toBe(sentence);
    await other.close();
  });
}
