import { rm } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { newDataDirectory } from "./support/data-directory";
import { newPerson, setUpAdministrator } from "./support/people";
import { type RunningSite, startSite } from "./support/start-site";
import { studio } from "./support/studio";
import { signUp } from "./support/test";

/* The longest browser test: files run in the order of their names, and the last would run alone. */

const article = {
  title: "Binding ten thousand invoices a night",
  slug: "binding-ten-thousand-invoices-a-night",
  excerpt: "What we learned when a customer sent a whole year at once.",
  picture: "content/images/optimizing-pdf-workflows-for-enterprise.png",
  alternativeText: "Stacks of paper under registration marks",
  category: "Developer Guides",
  body: "The queue was short until the first of January.",
};

let dataDirectory: string;
let site: RunningSite;

test.beforeEach(async () => {
  dataDirectory = await newDataDirectory();
  site = await startSite({ dataDirectory });
});

test.afterEach(async () => {
  await site.stop();
  await rm(dataDirectory, { recursive: true, force: true });
});

test("a new site gets its administrator, who publishes; a visitor reads; a user signs in, with limited access", async ({
  browser,
}) => {
  test.slow();
  const open = async () => (await browser.newContext({ baseURL: site.url })).newPage();

  const administrator = await open();
  await setUpAdministrator(administrator, site.setupLink ?? "");

  const visitor = await open();
  await visitor.goto("/blog");
  await expect(visitor.getByRole("heading", { level: 1 })).toContainText("Insights Hub");
  await expect(visitor.getByRole("link", { name: article.title })).toHaveCount(0);

  await studio.writeArticle(administrator, article);
  expect((await visitor.goto(`/blog/${article.slug}`))?.status()).toBe(404);
  await studio.publish(administrator);

  await expect(async () => {
    expect((await visitor.goto(`/blog/${article.slug}`))?.status()).toBe(200);
  }).toPass({ intervals: [100] });
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText(article.title);
  await expect(visitor.getByText(article.body)).toBeVisible();
  const picture = visitor.getByRole("img", { name: article.alternativeText });
  await expect(async () => {
    // A busy machine refuses to prepare a picture in time: a visitor loads the page again.
    await visitor.reload();
    await expect(picture).toHaveJSProperty("complete", true);
    const width = await picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
    expect(width).toBeGreaterThan(300);
  }).toPass();
  await visitor.goto("/blog");
  await expect(visitor.getByRole("link", { name: article.title }).first()).toBeVisible();

  const person = newPerson();
  await signUp(visitor, person);
  await expect(visitor.getByRole("heading", { level: 1 })).toContainText(person.name);
  expect((await visitor.goto("/admin"))?.status()).toBe(404);
  await expect(visitor.getByRole("heading", { name: "Page Not Found" })).toBeVisible();

  await administrator.goto("/admin/users");
  await expect(
    administrator.getByRole("row").filter({ hasText: person.email }).getByText("User"),
  ).toBeVisible();
});
