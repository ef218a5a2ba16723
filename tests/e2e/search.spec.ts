import type { Page } from "@playwright/test";
import { expectNoAxeViolations } from "./support/axe";
import { openLake } from "./support/lake";
import { expect, test } from "./support/test";
import { alreadyAsked, open } from "./support/visitor";

test.beforeEach(({ page }) => alreadyAsked(page));

const main = (page: Page) => page.getByRole("main");
const field = (page: Page) => main(page).getByRole("searchbox", { name: "Search this site" });
const results = (page: Page) => main(page).getByRole("list").getByRole("heading", { level: 3 });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Search" });

test("the search page finds while the visitor types, and narrows to a kind", async ({ page }) => {
  await open(page, "/search");
  await expect(main(page).getByRole("heading", { name: "Popular pages" })).toBeVisible();
  await field(page).fill("mrege");
  await expect(results(page).first()).toHaveText("Merge PDFs");
  await expect(page).toHaveURL(/\/search\?q=mrege$/);
  await expect(main(page).getByRole("status")).toHaveText(/^\d+ results for “mrege”$/);
  await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
  await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", /\/search$/);
  await main(page)
    .getByRole("link", { name: /^Changelog/ })
    .click();
  await expect(page).toHaveURL(/kind=release/);
  await results(page).first().getByRole("link").click();
  await expect(page).toHaveURL(/\/changelog#v/);
});

test("a search without results says what to do, and shows markup as text", async ({ page }) => {
  const response = await open(page, `/search?q=${encodeURIComponent("<b>zyxwvut</b>")}`);
  expect(response?.status()).toBe(200);
  await expect(main(page).getByRole("status")).toHaveText("Nothing found for “<b>zyxwvut</b>”");
  await expect(main(page).getByRole("link", { name: /^Documentation/ })).toBeVisible();
});

for (const query of [
  `q=${"x".repeat(3_000)}`,
  "q=%F0%9F%92%A9&kind=__proto__&page=-1",
  "q=merge&page=11",
  "q=%22%5D%7C*%5B%5D&q=second&q[]=third",
])
  test(`odd parameters cause no error: ${query.slice(0, 40)}`, async ({ page }) => {
    const response = await page.goto(`/search?${query}`);
    expect(response?.status()).toBe(200);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Search");
  });

test("a key opens the search dialog, arrow keys choose, and Enter opens", async ({ page }) => {
  await open(page, "/about");
  const button = page.getByRole("banner").getByRole("link", { name: "Search" });
  await button.focus();
  await page.keyboard.press("/");
  const box = dialog(page).getByRole("combobox", { name: "Search this site" });
  await expect(box).toBeFocused();
  await box.pressSequentially("merge pdf");
  const options = dialog(page).getByRole("option");
  await expect(options.first()).toHaveText(/^Merge PDFs/);
  await expectNoAxeViolations(page);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press("Control+k");
  await box.fill("merge pdf");
  await expect(options.first()).toHaveText(/^Merge PDFs/);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  await expect(box).toHaveAttribute("aria-activedescendant", /-0$/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/docs\/merge-pdfs$/);
  await expect(dialog(page)).toBeHidden();
});

test("the keys of the search are letters in a field", async ({ page }) => {
  await open(page, "/contact");
  const name = main(page).getByRole("textbox", { name: "Name" });
  await name.fill("a");
  await name.press("/");
  await name.press("Control+k");
  await expect(name).toHaveValue("a/");
  await expect(dialog(page)).toBeHidden();
});

test("what is published is found, and what is a draft, scheduled or over is not", async ({
  page,
  adminPage,
}) => {
  const lake = openLake(adminPage.request);
  const post = (id: string, more: object = {}) => ({
    _id: id,
    _type: "post",
    title: `Kolophon ${id.replace(/\W/g, " ")}`,
    slug: { _type: "slug", current: id.replace("drafts.", "") },
    date: "2025-01-01",
    ...more,
  });
  const day = 86_400_000;
  const documents = [
    post("drafts.kolophon-draft"),
    post("kolophon-later", { publishAt: new Date(Date.now() + day).toISOString() }),
    post("kolophon-over", { unpublishAt: new Date(Date.now() - day).toISOString() }),
    post("kolophon-now"),
  ];
  const found = async () => {
    await open(page, "/search?q=kolophon");
    return results(page).allTextContents();
  };
  await lake.publish(...documents);
  try {
    await expect.poll(found).toEqual(["Kolophon kolophon now"]);
  } finally {
    await lake.remove(...documents.map(({ _id }) => _id));
  }
  await expect.poll(found).toEqual([]);
});

test("the field of the 404 page has the words of the path", async ({ page }) => {
  await open(page, "/blog/merge-every-pdf");
  await expect(page.getByLabel("Or search for it")).toHaveValue("blog merge every pdf");
  await main(page).getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(/\/search\?q=blog\+merge\+every\+pdf$/);
  await expect(results(page).first()).toBeVisible();
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the button of the navigation leads to the search page, which finds", async ({ page }) => {
    await page.goto("/about");
    await page.getByRole("banner").getByRole("link", { name: "Search" }).click();
    await field(page).fill("credit");
    await main(page).getByRole("button", { name: "Search" }).click();
    await results(page).getByRole("link", { name: "What is a credit?" }).click();
    await expect(page).toHaveURL(/\/faq#question-faq-credits$/);
  });
});
