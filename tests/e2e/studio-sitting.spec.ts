import { openLakeClient } from "./lake-client";
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

/** The other tests of this worker read the same lake. */
test.afterAll(async ({ browser, site }) => {
  const context = await browser.newContext({ storageState: site.administrator });
  const lake = await openLakeClient(await context.newPage(), site.url);
  await context.close();
  await lake.delete({
    query: `*[slug.current match "registration-*" || id.current == "ink-chemist" || from == $address
      || _id == "drafts.plan-developer"]`,
    params: { address },
  });
  await lake.patch("plan-developer").set({ price: 9 }).commit();
});

test("an editor schedules an article, sees it on its page, publishes it and gives it another address", async ({
  adminPage: page,
  request,
}) => {
  test.slow();
  const status = async () => (await request.get(address, { maxRedirects: 0 })).status();

  await studio.writeArticle(page, article);
  await studio.tab(page, "Publishing");
  const showFrom = studio.field(page, "Show from");
  await showFrom.fill("2099-01-01 09:00");
  await showFrom.press("Tab");
  await studio.publish(page);
  await expect(studio.document(page).getByText("Scheduled").first()).toBeVisible();
  expect(await status()).toBe(404);

  const preview = await studio.preview(page, address);
  const heading = preview.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText(article.title);
  await studio.clickInPreview(page, heading);
  await expect(studio.field(page, "Title")).toBeFocused();
  await studio.field(page, "Title").fill("Registration, at last");
  await expect(heading).toHaveText("Registration, at last");
  expect(await status()).toBe(404);
  await preview.getByRole("link", { name: "Back to Blog" }).click();
  await expect(preview.getByRole("heading", { name: "Registration, at last" })).toBeVisible();
  await expect(studio.field(page, "Heading")).toHaveValue(/Insights Hub/);
  await preview.getByRole("button", { name: "Leave" }).click();
  await expect(preview.getByRole("complementary", { name: "Preview" })).toHaveCount(0);

  await studio.open(page, "scheduled");
  await page.getByRole("option", { name: /Registration, at last/ }).click();
  await studio.tab(page, "Publishing");
  await studio.field(page, "Show from").fill("");
  await studio.field(page, "Show from").press("Tab");
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

test("a price, a job and the order of the home page are where visitors look for them", async ({
  adminPage: page,
  request,
}) => {
  test.slow();
  const home = async () => (await request.get("/")).text();

  const plan = "product;plan;plan-developer";
  await studio.open(page, plan);
  const price = studio.document(page).getByRole("spinbutton", { name: "Price in US dollars" });
  await price.fill("11");
  await studio.publish(page);
  await expect.poll(home).toContain(">$11<");
  const text = await home();
  expect(text).toContain("$11/month");
  expect(text).toMatch(/"price":"?11(\.00)?"?[,}]/);

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

  await studio.open(page, plan);
  await price.fill("12");
  await studio.publish(page);
  await expect.poll(home).toContain(">$12<");
  await studio.restorePrevious(page, plan);
  await expect(price).toHaveValue("11");
  await studio.publish(page);
  await expect.poll(home).toContain(">$11<");
});
