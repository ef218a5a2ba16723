import type { Locator, Page } from "@playwright/test";
import { studio } from "./support/studio";
import { expect, test } from "./support/test";

type Section = Record<string, unknown>;

/** A value without the keys of its lists, which are new in every place. */
const withoutKeys = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (name, part) => (name === "_key" ? undefined : part)));

const sections = (page: Page): Locator => studio.document(page).getByTestId("field-sections");

test("sections copied in one page and pasted into another keep their content", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const sectionsOf = (id: string) => lake.fetch<Section[]>("*[_id == $id][0].sections", { id });
  const originals = await sectionsOf("homePage");
  const pasted = () => sectionsOf("drafts.page-pasted");
  const hero = originals.find(({ _type }) => _type === "homeHero");
  await lake.create({
    _id: "drafts.page-pasted",
    _type: "page",
    title: "Pasted",
    sections: [hero],
  });
  let count = 1;
  // Texts and code, references, icons and buttons.
  for (const type of ["homeHowItWorks", "homeFaq", "homeApiDocs"]) {
    const place = originals.findIndex(({ _type }) => _type === type);
    await studio.open(page, "homePage");
    await sections(page).getByTestId("array-item-menu-button").nth(place).click();
    await page.getByRole("menuitem", { name: "Copy", exact: true }).click();

    await studio.open(page, "page;page-pasted");
    await expect(studio.field(page, "Name")).toHaveValue("Pasted");
    // The actions of a field show once the pointer is on its title.
    await sections(page).getByText("Sections", { exact: true }).hover();
    await sections(page).getByRole("button", { name: "Field actions" }).first().click();
    await page.getByRole("menuitem", { name: "Paste field" }).click();
    count += 1;
    await expect.poll(async () => (await pasted()).length).toBe(count);
    expect(withoutKeys((await pasted()).at(-1))).toEqual(withoutKeys(originals[place]));
  }
});
