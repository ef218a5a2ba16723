import { studio } from "./support/studio";
import { expect, test } from "./support/test";

/** What a user can do who knows the Studio only from what is on the screen. */

test("a campaign page is published with a name, a path and a description", async ({
  lake,
  studioPage: page,
  request,
}) => {
  test.slow();
  await studio.create(page, "page", "page-campaign");
  await studio.field(page, "Name").fill("Ink for printers");
  await studio.document(page).getByRole("button", { name: "Generate" }).click();
  await expect(studio.field(page, "Slug")).toHaveValue("ink-for-printers");
  await studio.tab(page, "Search and sharing");
  await studio.field(page, "Description").fill("What ink does for printers.");
  await studio.publish(page);
  await expect
    .poll(async () => (await request.get("/ink-for-printers")).text())
    .toContain("What ink does for printers.");
  expect(await lake.fetch('*[slug.current == "ink-for-printers"][0].sections[]._type')).toEqual([
    "homeHero",
    "homeTrust",
    "homePricing",
    "homeFaq",
    "homeClosingCta",
  ]);
});

test("a campaign page is created from the desk, with blocks from the menu, published and read", async ({
  lake,
  studioPage: page,
  page: visitor,
}) => {
  test.slow();
  // The lake's fixture deletes what is published.
  expect(await lake.fetch('count(*[slug.current == "paper-for-printers"])')).toBe(0);
  await studio.open(page);
  await page.getByRole("link", { name: /^Landing pages/ }).click();
  // Sanity's button for several templates is named by its tooltip.
  await page.getByTestId("multi-action-intent-button").click();
  await page.getByRole("menuitem", { name: "Landing page", exact: true }).click();
  await studio.field(page, "Name").fill("Paper for printers");
  await studio.document(page).getByRole("button", { name: "Generate" }).click();
  await expect(studio.field(page, "Slug")).toHaveValue("paper-for-printers");

  const dialog = page.getByRole("dialog");
  const add = async (block: string) => {
    await studio.document(page).getByRole("button", { name: "Add item..." }).click();
    await page.getByRole("menuitem", { name: block, exact: true }).click();
    await expect(dialog).toBeVisible();
  };
  const write = (field: string, text: string) =>
    dialog.getByRole("textbox", { name: field, exact: true }).first().fill(text);
  const close = async () => {
    await dialog.getByRole("button", { name: "Close dialog" }).click();
    await expect(dialog).toBeHidden();
  };
  await add("Hero");
  await write("Headline", "Paper that feeds itself");
  await write("Lead", "Sheets for presses that never stop.");
  await write("Label", "Ask us");
  await write("Path or URL", "/contact");
  await close();
  await add("Closing call to action");
  await write("Heading", "Order a ream");
  await write("Label", "Order now");
  await write("Path or URL", "/contact");
  await close();

  await studio.tab(page, "Search and sharing");
  await studio.field(page, "Description").fill("What paper does for printers.");
  await studio.publish(page);
  await expect(async () => {
    expect((await visitor.goto("/paper-for-printers"))?.status()).toBe(200);
  }).toPass();
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Paper that feeds itself");
  await expect(visitor.getByRole("heading", { name: "Order a ream" })).toBeVisible();
  await expect(visitor.getByRole("link", { name: "Order now" })).toHaveAttribute(
    "href",
    "/contact",
  );
});

test("a new team member, created from the desk, is on the About page", async ({
  lake,
  studioPage: page,
  request,
}) => {
  test.slow();
  // The lake's fixture deletes what is published.
  expect(await lake.fetch('count(*[name == "Mara Magenta"])')).toBe(0);
  await studio.open(page);
  await page.getByRole("link", { name: /^Company/ }).click();
  await page.getByRole("link", { name: /^Team \(/ }).click();
  await page.getByTestId("action-intent-button").last().click();
  await studio.field(page, "Name").fill("Mara Magenta");
  await studio.field(page, "Role").fill("Head of Ink");
  await studio.field(page, "About").fill("Mixes what the others print.");
  await studio.publish(page);
  await expect.poll(async () => (await request.get("/about")).text()).toContain("Mara Magenta");
});

test("a new section of a legal page is written, requires a short name, and is read at its anchor", async ({
  lake,
  studioPage: page,
  page: visitor,
}) => {
  test.slow();
  const legal = await lake.fetch<{ title: string; slug: { current: string } }>(
    '*[_type == "legalPage"] | order(title)[0]',
  );
  await studio.open(page);
  await page.getByRole("link", { name: /^Legal/ }).click();
  await page.getByRole("link", { name: new RegExp(`^${legal.title}`) }).click();
  await expect(studio.field(page, "Title")).toHaveValue(legal.title);
  await studio
    .document(page)
    .getByTestId("field-sections")
    .getByRole("button", { name: "Add item" })
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Title" }).fill("Ink");
  // The text of the section, and not that of a subsection.
  const text = dialog.getByRole("group").first();
  await text.getByRole("textbox").first().click();
  await page.keyboard.type("Nothing leaks.");
  await expect(dialog.getByText("Nothing leaks.")).toBeVisible();
  await dialog.getByRole("button", { name: "Close dialog" }).click();

  await studio.document(page).getByRole("button", { name: "Validation" }).click();
  await page.getByText("Give the section a short name, such as fees").first().click();
  await page.getByRole("textbox", { name: "Anchor" }).fill("ink");
  await page.keyboard.press("Escape");
  await studio.publish(page);
  await expect(async () => {
    await visitor.goto(`/${legal.slug.current}#ink`);
    await expect(visitor.getByRole("heading", { name: "Ink" })).toBeInViewport({ timeout: 500 });
  }).toPass();
  await expect(visitor.getByText("Nothing leaks.")).toBeVisible();
});

test("where the hero is moved by keyboard from the first position, the form requires it there", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  await studio.open(page, "homePage");
  const handles = studio.document(page).locator("[aria-roledescription=sortable]");
  await expect(handles.first()).toHaveAttribute("aria-disabled", "false");
  const said = (place: string) =>
    expect(
      page.getByText(`Draggable item hero was moved over droppable area ${place}.`),
    ).toBeAttached();
  // Until the form is ready, the key does nothing.
  await expect(async () => {
    await handles.first().press("Space");
    await said("hero");
  }).toPass();
  await page.keyboard.press("ArrowDown");
  await said("trust");
  await page.keyboard.press("Space");
  await expect
    .poll(() => lake.fetch('*[_id == "drafts.homePage"][0].sections[0]._key'))
    .toBe("trust");
  await studio.document(page).getByRole("button", { name: "Validation" }).click();
  await expect(
    page.getByText("The hero comes first: it holds the page’s title.").first(),
  ).toBeVisible();
});

test("a search finds titles by their first letters before body text, and pictures by their texts", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  const asset = await lake.fetch<string>('*[_type == "sanity.imageAsset"][0]._id');
  await lake.create({
    _id: "drafts.post-pictured",
    _type: "post",
    title: "Without a word of it",
    content: [
      {
        _type: "image",
        _key: "a",
        asset: { _type: "reference", _ref: asset },
        alt: "A quoin key beside a forme",
        caption: "Tightened with a shooting stick",
      },
    ],
  });
  await studio.open(page);
  await page.getByRole("button", { name: "Open search" }).click();
  const search = page.getByPlaceholder("Search", { exact: true });
  // Within the search: the desk behind it has options as well.
  const results = page.getByTestId("search-results").getByRole("option");
  await search.fill("Secur");
  // The two whose title begins like this, before an author who is a "Security Engineer" and all
  // whose texts contain it.
  await expect(results.nth(0)).toHaveText(/^Security/);
  await expect(results.nth(1)).toHaveText(/^Secure Document Handling in the Cloud/);
  await search.fill("quoin");
  await expect(results.filter({ hasText: "Without a word of it" })).toBeVisible();
  await search.fill("shooting");
  await expect(results.filter({ hasText: "Without a word of it" })).toBeVisible();
  // The next test is in the same tab.
  await page.keyboard.press("Escape");
  await expect(search).toBeHidden();
});
