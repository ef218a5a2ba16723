import { studio } from "./studio";
import { expect, test } from "./test";

/** What somebody gets done who knows the Studio by what stands on the screen alone. */

test("a campaign page is published with a name, an address and a description", async ({
  lake,
  adminPage: page,
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

test("a new member of the team stands on the About page", async ({
  lake,
  adminPage: page,
  request,
}) => {
  test.slow();
  // What is published is taken away by the fixture of the lake.
  expect(await lake.fetch('count(*[name == "Mara Magenta"])')).toBe(0);
  await studio.create(page, "teamMember");
  await studio.field(page, "Name").fill("Mara Magenta");
  await studio.field(page, "Role").fill("Head of Ink");
  await studio.field(page, "About").fill("Mixes what the others print.");
  await studio.publish(page);
  await expect.poll(async () => (await request.get("/about")).text()).toContain("Mara Magenta");
});

test("a new section of a legal page asks for its short name, and says what that is", async ({
  lake,
  adminPage: page,
}) => {
  test.slow();
  const text = {
    _type: "block",
    _key: "t",
    style: "normal",
    markDefs: [],
    children: [{ _type: "span", _key: "s", marks: [], text: "Nothing leaks." }],
  };
  const section = { _type: "legalSection", _key: "ink", title: "Ink", content: [text] };
  const [legal] = await lake.fetch<{ _id: string }[]>('*[_type == "legalPage"]');
  await lake.create({
    ...legal,
    _id: `drafts.${legal?._id}`,
    _type: "legalPage",
    sections: [section],
  });
  await studio.open(page, `legalPage;${legal?._id}`);
  await studio.document(page).getByRole("button", { name: "Validation" }).click();
  await page.getByText("Give the section a short name, such as fees").first().click();
  const anchor = page.getByRole("textbox", { name: "Anchor" });
  await anchor.fill("ink");
  await expect
    .poll(() => lake.fetch(`*[_id == "drafts.${legal?._id}"][0].sections[].id`))
    .toEqual(["ink"]);
});

test("where the hero is moved by keyboard from the first place, the form says that it comes first", async ({
  lake,
  adminPage: page,
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
    page.getByText("The hero comes first: it holds the page's title.").first(),
  ).toBeVisible();
});

test("a search finds a title by its first letters before what is deep in a text, and pictures by their texts", async ({
  lake,
  adminPage: page,
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
  // The two whose title begins so, before an author who is a "Security Engineer" and all whose texts say it.
  await expect(results.nth(0)).toHaveText(/^Security/);
  await expect(results.nth(1)).toHaveText(/^Secure Document Handling in the Cloud/);
  await search.fill("quoin");
  await expect(results.filter({ hasText: "Without a word of it" })).toBeVisible();
  await search.fill("shooting");
  await expect(results.filter({ hasText: "Without a word of it" })).toBeVisible();
});
