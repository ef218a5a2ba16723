import type { SanityDocument } from "@sanity/client";
import { studio } from "./support/studio";
import { expect, test } from "./support/test";
import { open, openUntil } from "./support/visitor";

const article = {
  title: "Registration without tears",
  slug: "registration-without-tears",
  excerpt: "Four plates, one picture, and how they meet.",
  picture: "content/images/secure-document-handling-in-the-cloud.png",
  alternativeText: "Four plates that meet in one picture",
  category: "Security",
  body: "Look through the loupe first.",
};
const address = `/blog/${article.slug}`;
const later = "Registration, at last";

test("an editor schedules an article and previews it", async ({
  lake,
  adminPage: page,
  request,
}) => {
  test.slow();
  const status = async () => (await request.get(address, { maxRedirects: 0 })).status();

  await studio.writeArticle(page, article);
  await studio.tab(page, "Publishing");
  await studio.field(page, "Show from").fill("2099-01-01 09:00");
  await studio.field(page, "Show from").press("Tab");
  await studio.publish(page);
  await expect(studio.document(page).getByText("Scheduled").first()).toBeVisible();
  expect(await status()).toBe(404);

  const preview = await studio.preview(page, address);
  const heading = preview.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText(article.title);
  await studio.openFromPreview(page, heading, "Title");
  await studio.field(page, "Title").fill(later);
  await expect(heading).toHaveText(later);
  await preview.getByRole("link", { name: "Back to Blog" }).click();
  await expect(preview.getByRole("heading", { name: later })).toBeVisible();
  await expect(studio.field(page, "Lead")).toHaveValue(/How documents are made/);
  await expect(preview.getByRole("button", { name: "Leave" })).toHaveCount(0);

  await open(page, "/blog");
  await expect(page.getByRole("heading", { name: later })).toBeVisible();
  await page.getByRole("button", { name: "Leave" }).click();
  await expect(page.getByRole("complementary", { name: "Preview" })).toHaveCount(0);
  await expect(page.getByRole("heading", { name: later })).toHaveCount(0);

  await studio.open(page, "drafts");
  await expect(page.getByText("In draft (1)")).toBeVisible();
  await expect(page.getByRole("option", { name: later })).toBeVisible();
  await studio.open(page, "scheduled");
  await page.getByRole("option", { name: later }).click();
  await expect(studio.field(page, "Title")).toHaveValue(later);
  expect(await status()).toBe(404);
  expect(
    await lake.fetch("*[slug.current == $slug] | order(title).title", { slug: article.slug }),
  ).toEqual([article.title, later]);
});

test("an article is published at once, then gets another slug, and the old path redirects to it", async ({
  lake,
  studioPage: page,
  request,
}) => {
  test.slow();
  const status = async () => (await request.get(address, { maxRedirects: 0 })).status();
  const written = await lake.fetch<SanityDocument>('*[_type == "post" && defined(image)][0]');
  await lake.create({
    ...written,
    _id: "post-moving",
    title: article.title,
    slug: { _type: "slug", current: article.slug },
    publishAt: "2099-01-01T09:00:00Z",
  });

  await studio.open(page, "scheduled");
  await page.getByRole("option", { name: article.title }).click();
  await studio.tab(page, "Publishing");
  const showFrom = studio.field(page, "Show from");
  await expect(showFrom).toHaveValue(/^2099-01-01/);
  expect(await status()).toBe(404);
  await showFrom.fill("");
  await showFrom.press("Tab");
  await studio.publish(page);
  await expect.poll(status).toBe(200);

  await studio.tab(page, "Article");
  await studio.field(page, "Slug").fill("registration-at-last");
  await studio.publish(page);
  await expect.poll(status).toBe(301);
  const moved = await request.get(address, { maxRedirects: 0 });
  expect(moved.headers().location).toBe("/blog/registration-at-last");
  expect((await request.get("/blog/registration-at-last")).status()).toBe(200);
});

test("a new price is on the card, in the comparison and in the structured data", async ({
  lake,
  studioPage,
  page: visitor,
}) => {
  test.slow();
  await studio.open(studioPage, "product;plan;plan-developer");
  await studio
    .document(studioPage)
    .getByRole("spinbutton", { name: "Price in US dollars" })
    .fill("11");
  await studio.publish(studioPage);

  const card = visitor.locator("#pricing").getByRole("listitem").filter({ hasText: "Developer" });
  await openUntil(visitor, "/", card.getByText("$11", { exact: true }));
  const columns = visitor.locator("#features-table").getByRole("columnheader");
  await expect(columns.filter({ hasText: "Developer" })).toContainText("$11/month");
  const structured = visitor.locator('script[type="application/ld+json"]');
  expect((await structured.allTextContents()).join()).toMatch(/"price":"?11(\.00)?"?[,}]/);
  expect(await lake.fetch('*[_id == "plan-developer"][0].price')).toBe(11);
});

test("a new opening is listed and has its page", async ({ lake, studioPage, page: visitor }) => {
  test.slow();
  await studio.create(studioPage, "jobOpening");
  await studio.field(studioPage, "Title").fill("Ink Chemist");
  await studio.document(studioPage).getByRole("button", { name: "Generate" }).click();
  await expect(studio.field(studioPage, "Id")).toHaveValue("ink-chemist");
  await studio.field(studioPage, "Location").fill("Remote");
  await studio.field(studioPage, "Department").fill("Pressroom");
  await studio.field(studioPage, "Summary").fill("You keep our blacks black.");
  for (const list of ["Responsibilities", "Qualifications", "Benefits"]) {
    const field = studio.document(studioPage).getByTestId(`field-${list.toLowerCase()}`);
    await field.getByRole("button", { name: "Add item" }).click();
    await field.getByRole("textbox").fill(`${list} of an ink chemist`);
  }
  await studio.publish(studioPage);

  const opening = visitor.getByRole("heading", { name: "Ink Chemist" });
  await openUntil(visitor, "/careers", opening);
  await open(visitor, "/careers/ink-chemist");
  await expect(opening).toBeVisible();
  await expect(visitor.getByText("You keep our blacks black.")).toBeVisible();
  expect(await lake.fetch('*[id.current == "ink-chemist"]._type')).toEqual(["jobOpening"]);
});

test("the home page follows the order of its sections", async ({
  lake,
  studioPage,
  page: visitor,
}) => {
  test.slow();
  await studio.open(studioPage, "homePage");
  const handles = studio.document(studioPage).locator("[aria-roledescription=sortable]");
  await expect(handles.nth(1)).toHaveAttribute("aria-disabled", "false");
  const said = (place: string) =>
    expect(
      studioPage.getByText(`Draggable item trust was moved over droppable area ${place}.`),
    ).toBeAttached();
  // Until the form is ready, the key does nothing.
  await expect(async () => {
    await handles.nth(1).press("Space");
    await said("trust");
  }).toPass();
  await studioPage.keyboard.press("ArrowDown");
  await said("features");
  await studioPage.keyboard.press("Space");
  await studio.publish(studioPage);

  expect(await lake.fetch('*[_id == "homePage"][0].sections[1..2]._key')).toEqual([
    "features",
    "trust",
  ]);
  await openUntil(visitor, "/", visitor.locator("#features ~ #trust"));
});
