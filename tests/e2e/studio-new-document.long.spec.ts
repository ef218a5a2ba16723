import type { Page } from "@playwright/test";
import { studio } from "./support/studio";
import { expect, test } from "./support/test";

// What a test leaves in the lake is deleted then: three drafts were counted by another test.
test.beforeEach(({ lake }) => void lake);

const words = "at once, with spaces, and on while the form opens";

/** From where the list of openings is, at the narrow width the only pane. */
async function createOpening(page: Page, width: number) {
  await page.setViewportSize({ width, height: 844 });
  await page.goto("/studio/structure/careers;jobOpening");
  await page.getByRole("link", { name: "Create new Job opening" }).click();
}

// At the second the groups of fields are a list of choices, which letters choose from.
for (const width of [1440, 390]) {
  test(`what is typed at once after a new document is begun, ${width} px wide, is in its first field of text`, async ({
    lake,
    adminPage: page,
  }) => {
    test.slow();
    await createOpening(page, width);
    await page.keyboard.type(words, { delay: 60 });
    await expect(studio.field(page, "Title")).toBeFocused();
    await expect(studio.field(page, "Title")).toHaveValue(words);
    await expect.poll(() => lake.fetch("count(*[title == $words])", { words })).toBe(1);
  });
}

/**
 * Makes the form's fields read-only for two seconds once they are writable, as on a busy machine:
 * the form then waits for the document once more.
 */
async function readOnlyOnceMore(page: Page) {
  await page.addInitScript(() => {
    const fields = () =>
      document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
        "[data-testid=document-pane] :is(input, textarea)",
      );
    let since: number | undefined;
    const lock = () => {
      if (!since && ![...fields()].some(({ readOnly }) => !readOnly)) return;
      since ??= performance.now();
      const isLocked = performance.now() - since < 2_000;
      for (const field of fields()) if (field.readOnly !== isLocked) field.readOnly = isLocked;
      if (isLocked) requestAnimationFrame(lock);
      else observer.disconnect();
    };
    const observer = new MutationObserver(lock);
    observer.observe(document, { subtree: true, childList: true, attributes: true });
  });
}

test("what is typed into a new document whose form is read-only once more is in its first field", async ({
  adminPage: page,
}) => {
  test.slow();
  await readOnlyOnceMore(page);
  await createOpening(page, 1440);
  await page.keyboard.type(words, { delay: 60 });
  await expect(studio.field(page, "Title")).toBeFocused();
  await expect(studio.field(page, "Title")).toHaveValue(words);
});

test("what is typed at once after a template is chosen from a menu is in the first field of text", async ({
  adminPage: page,
}) => {
  test.slow();
  await studio.open(page, "page");
  await page.getByRole("button", { name: "Create a document" }).click();
  await page.getByRole("menuitem", { name: "Landing page", exact: true }).press("Enter");
  await page.keyboard.type(words, { delay: 60 });
  await expect(studio.field(page, "Name")).toHaveValue(words);
});

test("the button of a list that creates a document says so", async ({ studioPage: page }) => {
  await studio.open(page, "blog;author");
  await page.getByRole("link", { name: "Create new Author" }).click();
  await expect(studio.field(page, "Name")).toBeFocused();
});

test("a tab of a new document that is clicked keeps the focus", async ({ adminPage: page }) => {
  test.slow();
  await createOpening(page, 1440);
  await expect(studio.field(page, "Title")).toBeFocused();
  await page.keyboard.type(words);
  await studio.tab(page, "Search and sharing");
  await expect(studio.field(page, "Description")).toBeVisible();
  const tab = studio.document(page).getByRole("tab", { name: "Search and sharing" });
  await expect(tab).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(tab).not.toBeFocused();
  await expect(studio.document(page).getByRole("tab", { name: "Publishing" })).toBeFocused();
});

/** Ways to press the button that creates the document of a reference. */
const ways: Record<string, (page: Page) => Promise<void>> = {
  click: (page) => create(page).click(),
  Space: (page) => create(page).press("Space"),
};

const create = (page: Page) => page.getByRole("dialog").getByRole("button", { name: /^Create/ });

for (const [way, createQuestion] of Object.entries(ways)) {
  test(`what is typed at once after a question of a section is created by ${way} is in the question`, async ({
    lake,
    adminPage: page,
  }) => {
    test.slow();
    const id = `page-question-${way}`;
    const section = { _type: "homeFaq", _key: "faq", heading: "All" };
    await lake.create({ _id: `drafts.${id}`, _type: "page", title: id, sections: [section] });
    await studio.open(page, `page;${id}`);
    await expect(studio.field(page, "Name")).toHaveValue(id);
    await studio
      .document(page)
      .getByRole("button", { name: /Questions/ })
      .last()
      .click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Add item/ })
      .click();
    await createQuestion(page);
    await page.keyboard.type(words, { delay: 60 });
    await expect(studio.field(page, "Question")).toHaveValue(words);
    await expect(studio.field(page, "Question")).toBeFocused();
    await expect
      .poll(() => lake.fetch('*[_type == "faq" && question == $words]._type', { words }))
      .toEqual(["faq"]);
    expect(await lake.fetch(`*[_id == "drafts.${id}"][0].sections[].heading`)).toEqual(["All"]);
  });
}

test("what is typed into the answer of a question that was created for a section stays there", async ({
  lake,
  adminPage: page,
}) => {
  test.slow();
  const section = { _type: "homeFaq", _key: "faq", heading: "All" };
  await lake.create({ _id: "drafts.page-answer", _type: "page", title: "A", sections: [section] });
  await studio.open(page, "page;page-answer");
  await expect(studio.field(page, "Name")).toHaveValue("A");
  await studio
    .document(page)
    .getByRole("button", { name: /Questions/ })
    .last()
    .click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Add item/ })
    .click();
  await create(page).click();
  await expect(studio.field(page, "Question")).toBeFocused();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("How?", { delay: 60 });
  await page.keyboard.press("Tab");
  const answer = studio.document(page).getByTestId("field-answer");
  await answer.getByRole("textbox").last().click();
  await page.keyboard.type(words, { delay: 60 });
  await expect
    .poll(() => lake.fetch('*[_type == "faq" && question == "How?"].answer[].children[].text'))
    .toEqual([words]);
  expect(await lake.fetch('*[_id == "drafts.page-answer"][0].sections[].heading')).toEqual(["All"]);
});

for (const [habit, tabs] of [
  ["past the button that generates a slug", 1],
  ["to that button and on", 2],
] as const) {
  test(`Tabs typed before the form is there lead to the fields, ${habit}`, async ({
    lake,
    adminPage: page,
  }) => {
    test.slow();
    await page.goto("/studio/structure/blog;post");
    await page.getByRole("button", { name: "Create a document" }).click();
    await page.getByRole("menuitem", { name: "Article", exact: true }).click();
    const title = `Tabbed ${tabs}`;
    await page.keyboard.type(title);
    await page.keyboard.press("Tab");
    await page.keyboard.type(`tabbed-${tabs}`);
    for (let n = 0; n < tabs; n += 1) await page.keyboard.press("Tab");
    await page.keyboard.type("Typed blindly.");
    await expect(studio.field(page, "Excerpt")).toHaveValue("Typed blindly.");
    await expect
      .poll(() => lake.fetch("*[title == $title]{ 'slug': slug.current, excerpt }", { title }))
      .toEqual([{ slug: `tabbed-${tabs}`, excerpt: "Typed blindly." }]);
  });
}

test("letters on the button that generates a slug go into the field after it", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  const id = "post-generate";
  await lake.create({ _id: `drafts.${id}`, _type: "post", title: id });
  await studio.open(page, `blog;post;${id}`);
  await studio.field(page, "Slug").click();
  await page.keyboard.type("typed", { delay: 30 });
  await page.keyboard.press("Tab");
  await expect(studio.document(page).getByRole("button", { name: "Generate" })).toBeFocused();
  await page.keyboard.type("Typed blindly.", { delay: 30 });
  await expect(studio.field(page, "Excerpt")).toHaveValue("Typed blindly.");
  await expect
    .poll(() => lake.fetch(`*[_id == "drafts.${id}"][0]{ "slug": slug.current, excerpt }`))
    .toEqual({ slug: "typed", excerpt: "Typed blindly." });
});

test("Enter opens the first type that was searched for in the bar, each time", async ({
  lake,
  adminPage: page,
}) => {
  test.slow();
  await studio.open(page);
  for (const name of ["By keyboard alone", "By keyboard again"]) {
    await page.getByRole("button", { name: "Create new document" }).click();
    await expect(page.getByTestId("new-document-button-search-input")).toBeFocused();
    await page.keyboard.type("author", { delay: 60 });
    await expect(page.getByTestId("create-new-author")).toBeVisible();
    await page.keyboard.press("Enter");
    await page.keyboard.type(name, { delay: 60 });
    await expect(studio.field(page, "Name")).toHaveValue(name);
    await expect
      .poll(() => lake.fetch('count(*[_type == "author" && name == $name])', { name }))
      .toBe(1);
  }
});

test("a click into a field while the bar's list is open puts the caret there", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  const id = "author-beside-list";
  await lake.create({ _id: `drafts.${id}`, _type: "author", name: "Ada" });
  await studio.open(page, `blog;author;${id}`);
  await expect(studio.field(page, "Name")).toHaveValue("Ada");
  await page.getByRole("button", { name: "Create new document" }).click();
  await expect(page.getByTestId("new-document-button-search-input")).toBeFocused();
  await studio.field(page, "Name").click();
  await page.keyboard.press("End");
  await page.keyboard.type(" Lovelace", { delay: 60 });
  await expect(studio.field(page, "Name")).toHaveValue("Ada Lovelace");
});
