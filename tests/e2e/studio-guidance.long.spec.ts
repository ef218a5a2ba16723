import type { Page } from "@playwright/test";
import type { SanityClient } from "@sanity/client";
import { studio } from "./support/studio";
import { expect, test } from "./support/test";

test("buttons with an icon alone have names", async ({ studioPage: page }) => {
  test.slow();
  await studio.open(page, "page");
  await expect(page.getByRole("button", { name: "Create a document" })).toBeVisible();
  await expect(page.getByRole("button", { name: "More actions" }).last()).toBeVisible();
});

test("an entry of the validation leads to the field that it is about", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  await lake.create({ _id: "drafts.page-undescribed", _type: "page", title: "Undescribed" });
  await studio.open(page, "page;page-undescribed");
  await expect(studio.field(page, "Name")).toHaveValue("Undescribed");
  await studio.document(page).getByRole("button", { name: "Validation" }).click();
  await page.getByRole("button", { name: /Write a description/ }).click();
  await page.keyboard.type("What we offer.", { delay: 60 });
  await expect
    .poll(() => lake.fetch('*[_id == "drafts.page-undescribed"][0].seo.description'))
    .toBe("What we offer.");
});

test("a Publish button that is disabled names the fields to fix, including those of other tabs", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  const seo = { _type: "seo", title: "a".repeat(200) };
  await lake.create({ _id: "drafts.page-unnamed", _type: "page", title: "Unnamed", seo });
  await studio.open(page, "page;page-unnamed");
  const publish = studio.document(page).getByRole("button", { name: "Publish", exact: true });
  await expect(publish).toBeDisabled();
  await publish.hover({ force: true });
  const tooltip = page.getByText(/^Before you publish, fix: /);
  await expect(tooltip).toContainText("Slug");
  await expect(tooltip).toContainText("Description");
});

/** Opens the home page with a last section that lacks its button, and its validation. */
async function openWithoutButton(page: Page, lake: SanityClient) {
  const home = await lake.fetch<{ _id: string; _type: string; sections: { _type: string }[] }>(
    "*[_id == 'homePage'][0]",
  );
  const sections = home.sections.filter(({ _type }) => _type !== "homeClosingCta");
  const closing = { _type: "homeClosingCta", _key: "closing", heading: "Begin" };
  await lake.createOrReplace({ ...home, _id: "drafts.homePage", sections: [...sections, closing] });
  await studio.open(page, "homePage");
  await studio.document(page).getByRole("button", { name: "Validation" }).click();
}

const label = (lake: SanityClient) =>
  lake.fetch('*[_id == "drafts.homePage"][0].sections[_key == "closing"][0].primaryCta.label');

test("what is typed after an entry of the validation that is about a group goes into its first field", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  await openWithoutButton(page, lake);
  await page.getByRole("button", { name: /First button/ }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.type("Start", { delay: 60 });
  await expect.poll(() => label(lake)).toBe("Start");
});

test("so it does when the group's dialog is open already, also the second time", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  await openWithoutButton(page, lake);
  const message = page.getByRole("button", { name: /First button/ });
  await message.click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("textbox", { name: "Label" }).first()).toBeFocused();
  for (const heading of ["Begin here", "Begin now"]) {
    await dialog.getByRole("textbox", { name: "Heading" }).fill(heading);
    await message.click();
    await expect(dialog.getByRole("textbox", { name: "Label" }).first()).toBeFocused();
  }
  // Without a pause, too.
  await dialog.getByRole("textbox", { name: "Heading" }).click();
  await message.click();
  await page.keyboard.type("Start", { delay: 60 });
  await expect.poll(() => label(lake)).toBe("Start");
});

test("what is typed after an entry of the validation that is about a list goes into no other field, and adds nothing", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  const home = await lake.fetch<{ _id: string; _type: string; sections: { _type: string }[] }>(
    "*[_id == 'homePage'][0]",
  );
  const sections = home.sections.map((section) =>
    section._type === "homePricing" ? { ...section, plans: [] } : section,
  );
  const draft = { ...home, _id: "drafts.homePage", sections };
  await lake.createOrReplace(draft);
  const pricing = () =>
    lake.fetch('*[_id == "drafts.homePage"][0].sections[_type == "homePricing"][0]');
  const before = await pricing();
  await studio.open(page, "homePage");
  await studio.document(page).getByRole("button", { name: "Validation" }).click();
  await page.getByRole("button", { name: /Plans/ }).click();
  await page.keyboard.type("zq k0", { delay: 60 });
  await expect(page.locator("*:focus").getByText("No items")).toBeVisible();
  await page.keyboard.type("zq k0", { delay: 60 });
  // A change after them is stored: so would they be.
  await page.getByRole("dialog").getByRole("textbox", { name: "Heading" }).fill("Prices");
  await expect.poll(pricing).toEqual({ ...before, heading: "Prices" });
});
