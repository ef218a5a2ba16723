import type { SanityDocument } from "@sanity/client";
import { studio } from "./studio";
import { expect, test } from "./test";

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

test("an editor schedules an article and sees it on its page before anybody else", async ({
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
  await studio.clickInPreview(page, heading);
  await expect(studio.field(page, "Title")).toBeFocused();
  await studio.field(page, "Title").fill(later);
  await expect(heading).toHaveText(later);
  await preview.getByRole("link", { name: "Back to Blog" }).click();
  await expect(preview.getByRole("heading", { name: later })).toBeVisible();
  await expect(studio.field(page, "Heading")).toHaveValue(/Insights Hub/);
  await preview.getByRole("button", { name: "Leave" }).click();
  await expect(preview.getByRole("complementary", { name: "Preview" })).toHaveCount(0);

  await studio.open(page, "scheduled");
  await page.getByRole("option", { name: later }).click();
  await expect(studio.field(page, "Title")).toHaveValue(later);
  expect(await status()).toBe(404);
  expect(await lake.fetch("*[slug.current == $slug].title", { slug: article.slug })).toEqual([
    article.title,
    later,
  ]);
});

test("an article is shown at once, then gets another address, and the old one leads to it", async ({
  lake,
  adminPage: page,
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

test("a new price is on the card, in the comparison and in what search engines read", async ({
  lake,
  adminPage: page,
}) => {
  test.slow();
  await studio.open(page, "product;plan;plan-developer");
  await studio.document(page).getByRole("spinbutton", { name: "Price in US dollars" }).fill("11");
  await studio.publish(page);
  await expect.poll(() => lake.fetch('*[_id == "plan-developer"][0].price')).toBe(11);

  await expect(async () => {
    await page.goto("/");
    const card = page.locator("#pricing").getByRole("listitem").filter({ hasText: "Developer" });
    await expect(card.getByText("$11", { exact: true })).toBeVisible();
  }).toPass();
  await expect(
    page.getByRole("columnheader", { name: /Developer/ }).getByText("$11/month"),
  ).toBeVisible();
  const structured = await page.locator('script[type="application/ld+json"]').allTextContents();
  expect(structured.join()).toMatch(/"price":"?11(\.00)?"?[,}]/);
});

test("a new opening is among the openings and has its page", async ({
  lake,
  adminPage: page,
  request,
}) => {
  test.slow();
  await studio.create(page, "jobOpening");
  await studio.field(page, "Title").fill("Ink Chemist");
  await studio.document(page).getByRole("button", { name: "Generate" }).click();
  await expect(studio.field(page, "Id")).toHaveValue("ink-chemist");
  await studio.field(page, "Location").fill("Remote");
  await studio.field(page, "Department").fill("Pressroom");
  await studio.field(page, "Summary").fill("You keep our blacks black.");
  for (const list of ["Responsibilities", "Qualifications", "Benefits"]) {
    const field = studio.document(page).getByTestId(`field-${list.toLowerCase()}`);
    await field.getByRole("button", { name: "Add item" }).click();
    await field.getByRole("textbox").fill(`${list} of an ink chemist`);
  }
  await studio.publish(page);
  await expect
    .poll(async () => (await request.get("/careers/ink-chemist")).text())
    .toContain("You keep our blacks black.");
  await page.goto("/careers");
  await expect(page.getByRole("heading", { name: "Ink Chemist" })).toBeVisible();
  expect(await lake.fetch('count(*[_type == "jobOpening" && id.current == "ink-chemist"])')).toBe(
    1,
  );
});

test("the home page follows the order of its sections", async ({ lake, adminPage: page }) => {
  test.slow();
  const order = () => lake.fetch<string[]>('*[_id == "homePage"][0].sections[]._type');
  const [hero, first, second, ...rest] = await order();

  await studio.open(page, "homePage");
  const handle = studio
    .document(page)
    .getByTestId("field-sections")
    .getByRole("button", { name: "Drag to reorder" })
    .nth(1);
  await handle.focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await studio.publish(page);
  await expect.poll(order).toEqual([hero, second, first, ...rest]);

  await expect(async () => {
    await page.goto("/");
    const headings = await page
      .getByRole("main")
      .getByRole("heading", { level: 2 })
      .allTextContents();
    expect(headings.slice(0, 2)).toEqual([
      "Everything a document goes through, in one place",
      "Trusted with the boring part",
    ]);
  }).toPass();
});
