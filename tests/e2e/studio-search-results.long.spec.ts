import type { Page } from "@playwright/test";
import type { SanityClient } from "@sanity/client";
import { studio } from "./support/studio";
import { expect, test } from "./support/test";

/** Opens the Studio at the first of two articles, with a name that no other text has. */
async function openFirst(page: Page, lake: SanityClient) {
  for (const word of ["one", "two"])
    await lake.create({ _id: `post-${word}`, _type: "post", title: `Quoin ${word}` });
  await studio.open(page, "blog;post;post-one");
  await expect(studio.field(page, "Title")).toHaveValue("Quoin one");
}

/** Puts the caret at one end of the title. */
async function putCaret(page: Page, key: "Home" | "End") {
  // A key that moves the caret does nothing in a field that is still read-only.
  await expect(studio.field(page, "Title")).toBeEditable();
  await studio.field(page, "Title").click();
  await page.keyboard.press(key);
}

const search = (page: Page) => page.getByPlaceholder("Search", { exact: true });

async function searchFor(page: Page, words: string) {
  await page.keyboard.press("Control+k");
  await expect(search(page)).toBeFocused();
  // On a busy machine it drops a letter while it opens.
  await expect(async () => {
    await search(page).selectText();
    await page.keyboard.type(words);
    await expect(search(page)).toHaveValue(words, { timeout: 1_000 });
  }).toPass();
}

const result = (page: Page, title: string) =>
  page.getByTestId("search-results").getByRole("link", { name: title });

for (const keys of [["Enter"], ["ArrowDown", "Enter"]]) {
  test(`${keys.join(" and ")} at once opens the first result of the words before, and what is typed next is in its first field`, async ({
    lake,
    studioPage: page,
  }) => {
    test.slow();
    await openFirst(page, lake);
    await searchFor(page, "Quoin two");
    // The search has not begun yet: an arrow chooses none of its results.
    for (const key of keys) await page.keyboard.press(key);
    await page.keyboard.type(", and more");
    await expect(studio.field(page, "Title")).toHaveValue("Quoin two, and more");
    await expect(studio.field(page, "Title")).toBeFocused();
    expect(await lake.fetch("*[_id == 'drafts.post-one']")).toEqual([]);
  });
}

test("a result that an arrow chose opens with the focus in its first field, of a form without tabs, too", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  await openFirst(page, lake);
  await lake.create({ _id: "author-quoin", _type: "author", name: "Quoin three", role: "Printer" });
  for (const [title, field] of [
    ["Quoin two", "Title"],
    ["Quoin three", "Name"],
  ] as const) {
    await searchFor(page, title);
    await expect(page.getByTestId("search-results").getByRole("link")).toHaveCount(1);
    await expect(result(page, title)).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.keyboard.type("!");
    await expect(studio.field(page, field)).toHaveValue(`${title}!`);
  }
});

test("a result that is clicked takes what is typed at once", async ({ lake, studioPage: page }) => {
  test.slow();
  await openFirst(page, lake);
  await searchFor(page, "Quoin two");
  await result(page, "Quoin two").click();
  await page.keyboard.type("!");
  await expect(studio.field(page, "Title")).toHaveValue("Quoin two!");
});

const secondSearches = {
  "at once": () => Promise.resolve(),
  // What was typed for it may not be there yet.
  "when the document is shown": (page: Page) =>
    expect(studio.field(page, "Title")).toHaveValue(/Quoin two/),
};
for (const [time, wait] of Object.entries(secondSearches)) {
  test(`a second search ${time} loses neither what was typed for the first result nor itself`, async ({
    lake,
    studioPage: page,
  }) => {
    test.slow();
    await openFirst(page, lake);
    await lake.create({ _id: "author-quoin", _type: "author", name: "Quoin three" });
    await searchFor(page, "Quoin two");
    await page.keyboard.press("Enter");
    await page.keyboard.type(", and more");
    await wait(page);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("Quoin three");
    await page.keyboard.press("Enter");
    await page.keyboard.type("!");
    await expect(studio.field(page, "Name")).toHaveValue("Quoin three!");
    const drafts = "*[_id in path('drafts.**') && coalesce(title, name) match 'Quoin*']";
    await expect
      .poll(() => lake.fetch(`${drafts} | order(_id) { 'text': coalesce(title, name) }.text`))
      .toEqual(["Quoin three!", "Quoin two, and more"]);
  });
}

test("a search that is opened while the form of a new document opens takes what is typed", async ({
  lake,
  studioPage: page,
}) => {
  await openFirst(page, lake);
  await studio.create(page, "jobOpening");
  await page.keyboard.press("Control+k");
  await expect(search(page)).toBeFocused();
  await page.keyboard.type("Quoin two");
  await expect(search(page)).toHaveValue("Quoin two");
  await page.keyboard.press("Enter");
  await expect(studio.field(page, "Title")).toHaveValue("Quoin two");
});

test("a result that is open already leaves the caret where it was", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  await openFirst(page, lake);
  await putCaret(page, "Home");
  await searchFor(page, "Quoin one");
  await page.keyboard.press("Enter");
  await page.keyboard.type("The ");
  await expect(search(page)).toBeHidden();
  await expect(studio.field(page, "Title")).toHaveValue("The Quoin one");
});

test("three searches at once for the document that is open go on with its text", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  await openFirst(page, lake);
  await putCaret(page, "End");
  await searchFor(page, "Quoin one");
  await page.keyboard.press("Enter");
  await page.keyboard.type(", two");
  for (const words of [", three", ", four"]) {
    await page.keyboard.press("Control+k");
    await page.keyboard.type("Quoin one");
    await page.keyboard.press("Enter");
    await page.keyboard.type(words);
  }
  await expect(studio.field(page, "Title")).toHaveValue("Quoin one, two, three, four");
  await expect(search(page)).toBeHidden();
});

test("Enter in a search that finds nothing leaves the focus there, with what is typed next", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  await openFirst(page, lake);
  await searchFor(page, "Quoin nine");
  await page.keyboard.press("Enter");
  await page.keyboard.type("ty");
  await expect(search(page)).toHaveValue("Quoin ninety");
  await page.keyboard.press("Escape");
  await expect(search(page)).toBeHidden();
});

test("Enter and Tab at once in a reference choose the first document found, and go on to the next field", async ({
  lake,
  studioPage: page,
}) => {
  await openFirst(page, lake);
  await studio.document(page).getByRole("tab", { name: "All fields" }).click();
  const category = studio.document(page).getByRole("combobox", { name: "Category" });
  await expect(category).toBeEditable();
  await category.click();
  await page.keyboard.type("secur");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.type("printing");
  const draft = "*[_id == 'drafts.post-one'][0]";
  await expect.poll(() => lake.fetch(`${draft}.category->title`)).toBe("Security");
  await expect(studio.document(page).locator(":focus")).toHaveValue("printing");
});

test("Enter in a reference chooses the first document that was found, even after the list beside it was read again", async ({
  lake,
  studioPage: page,
}) => {
  await openFirst(page, lake);
  const category = studio.document(page).getByRole("combobox", { name: "Category" });
  await expect(category).toBeEditable();
  await category.click();
  await page.keyboard.type("secur");
  const choices = page.getByTestId("autocomplete-popover");
  // Until the letters have been searched for, all categories are shown, and Enter chooses none.
  await expect(choices.getByRole("option")).toHaveCount(1);
  await expect(choices.getByRole("option", { name: "Security" })).toBeVisible();
  // A list is a search, too: Enter took its results for those of the letters.
  await lake.create({ _id: "post-three", _type: "post", title: "Quoin three" });
  await expect(page.getByRole("option", { name: "Quoin three" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(category).toBeHidden();
  await expect
    .poll(() => lake.fetch("*[_id == 'drafts.post-one'][0].category->title"))
    .toBe("Security");
});
