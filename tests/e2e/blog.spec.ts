import type { Page } from "@playwright/test";
import { openLake } from "./support/lake";
import { expect, test } from "./support/test";
import { alreadyAsked, comingSoon, expectToast, open, openUntil } from "./support/visitor";

const cards = (page: Page) => page.getByRole("main").getByRole("article");
const titles = (page: Page) => cards(page).getByRole("heading");
const search = (page: Page) => page.getByRole("searchbox", { name: "Search articles" });

const future = "The Future of Document Automation: AI and PDF";
const extraction = "Unlocking Data with PDF Extraction APIs";
const security = "Secure Document Handling in the Cloud";
const workflows = "Optimizing PDF Workflows for the Enterprise";

test.beforeEach(({ page }) => alreadyAsked(page));

test("the list has the product's name as heading, and is sorted newest first", async ({ page }) => {
  await open(page, "/blog");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Platen Insights Hub");
  await expect(titles(page)).toHaveText([future, extraction, security, workflows]);
});

test("a card shows picture, date, author's first name, category, excerpt, reading time and three tags", async ({
  page,
}) => {
  await open(page, "/blog");
  const card = cards(page).filter({ hasText: workflows });
  await expect(card.locator("img")).toBeVisible();
  await expect(card).toContainText("Mar 18, 2025 · Ines");
  await expect(card).not.toContainText("Calloway");
  await expect(card).toContainText("Developer Guides");
  await expect(card).toContainText("Forty thousand statements");
  await expect(card).toContainText(/\d+ min read/);
  await expect(card.getByRole("list", { name: "Tags" }).getByRole("link")).toHaveText([
    "Workflow",
    "Automation",
    "Performance",
  ]);
  await expect(card.getByRole("link", { name: /^Read More/ })).toHaveAttribute(
    "href",
    "/blog/optimizing-pdf-workflows-for-enterprise",
  );
});

for (const [part, of, found] of [
  ["INSIGHTFUL no", "nothing", []],
  ["extraction api", "a title", [extraction]],
  ["SETTLEMENT agree", "an excerpt, in any case", [security]],
  ["webho", "a tag", [security, workflows]],
] as const) {
  test(`typing "${part}" finds ${of}`, async ({ page }) => {
    await open(page, "/blog");
    await search(page).pressSequentially(part);
    await expect(titles(page)).toHaveText([...found]);
    await expect(search(page)).toBeFocused();
    await expect(page).toHaveURL(/\?q=/);
    await expect(page.getByRole("status").filter({ hasText: /article/ })).toHaveText(
      found.length === 1 ? "1 article" : `${found.length} articles`,
    );
  });
}

test("an empty result says what to do", async ({ page }) => {
  await open(page, "/blog?q=zebra");
  await expect(page.getByRole("heading", { name: "No Posts Found" })).toBeVisible();
  await expect(page.getByText("Try adjusting your search or category filters.")).toBeVisible();
  await page.getByRole("link", { name: "Show all articles" }).click();
  await expect(titles(page)).toHaveCount(4);
  await expect(search(page)).toHaveValue("");
});

test("categories are All and each one, and combine with the search", async ({ page }) => {
  await open(page, "/blog");
  const categories = page.getByRole("navigation", { name: "Categories" });
  await expect(categories.getByRole("link")).toHaveText([
    "All",
    "AI & Automation",
    "Developer Guides",
    "Security",
  ]);
  await expect(categories.getByRole("link", { name: "All" })).toHaveAttribute(
    "aria-current",
    "true",
  );
  await categories.getByRole("link", { name: "Developer Guides" }).click();
  await expect(titles(page)).toHaveText([extraction, workflows]);
  await search(page).fill("webhooks");
  await expect(titles(page)).toHaveText([workflows]);
  await categories.getByRole("link", { name: "All" }).click();
  await expect(titles(page)).toHaveText([security, workflows]);
});

test("a tag becomes the search and resets the category", async ({ page }) => {
  await open(page, "/blog?category=developer-guides");
  await cards(page)
    .filter({ hasText: extraction })
    .getByRole("link", { name: "Extraction", exact: true })
    .click();
  await expect(search(page)).toHaveValue("Extraction");
  await expect(titles(page)).toHaveText([future, extraction]);
  await expect(
    page.getByRole("navigation", { name: "Categories" }).getByRole("link", { name: "All" }),
  ).toHaveAttribute("aria-current", "true");
});

test("the popular tags are the first eight distinct ones", async ({ page }) => {
  await open(page, "/blog");
  const heading = page.getByRole("heading", { name: "Popular tags" });
  await expect(heading.locator("xpath=following-sibling::ul").getByRole("link")).toHaveText([
    "Summarization",
    "Automation",
    "Extraction",
    "Data quality",
    "Security",
    "OCR",
    "Redaction",
    "Retention",
  ]);
});

test("Back undoes a search", async ({ page }) => {
  await open(page, "/blog");
  await page.getByRole("link", { name: "Retention" }).first().click();
  await expect(titles(page)).toHaveText([security]);
  await page.goBack();
  await expect(titles(page)).toHaveCount(4);
  await expect(search(page)).toHaveValue("");
});

for (const typed of ["reader@platen.example", "not-an-email"])
  test(`the newsletter only shows the notice, and keeps ${typed}`, async ({ page }) => {
    await open(page, "/blog");
    const form = page.getByRole("form", { name: "Newsletter" });
    const field = form.getByRole("textbox", { name: "Your email address" });
    await field.fill(typed);
    await form.getByRole("button", { name: "Subscribe" }).click();
    await expectToast(page, ...comingSoon);
    await expect(field).toHaveValue(typed);
  });

test("paging buttons appear from six articles on, and only show the notice", async ({
  page,
  adminPage,
}) => {
  const lake = openLake(adminPage.request);
  const turn = page.getByRole("button", { name: /^(Previous|Next)$/ });
  await open(page, "/blog");
  await expect(turn).toHaveCount(0);
  const ids = ["post-extra-1", "post-extra-2"];
  const extra = ids.map((_id, index) => ({
    _id,
    _type: "post",
    title: `Extra article ${index}`,
    slug: { _type: "slug", current: `extra-article-${index}` },
    date: "2024-01-01",
  }));
  await lake.publish(...extra);
  try {
    await openUntil(page, "/blog", titles(page).nth(5));
    await expect(titles(page)).toHaveCount(6);
    await expect(turn).toHaveText(["Previous", "Next"]);
    for (const button of await turn.all()) {
      await button.click();
      await expectToast(page, ...comingSoon);
    }
    await expect(titles(page)).toHaveCount(6);
    // A filter with five or fewer results has no pagination.
    await search(page).fill("extra article");
    await expect(titles(page)).toHaveCount(2);
    await expect(turn).toHaveCount(0);
  } finally {
    await lake.remove(...ids);
    await openUntil(page, "/blog", page.getByRole("status").getByText("4 articles"));
  }
});

test("the heading follows the brand name in the settings", async ({ page, adminPage }) => {
  const lake = openLake(adminPage.request);
  const settings = await lake.read("siteSettings");
  const heading = (name: string) =>
    page.getByRole("heading", { level: 1, name: `${name} Insights Hub` });
  await lake.publish({ ...settings, brandName: "Quoin" });
  try {
    await openUntil(page, "/blog", heading("Quoin"));
    await expect(page).toHaveTitle(/Quoin/);
  } finally {
    await lake.publish(settings);
    await openUntil(page, "/blog", heading("Platen"));
  }
});

test("with that setting, the buttons turn pages of twelve articles", async ({
  page,
  adminPage,
}) => {
  const lake = openLake(adminPage.request);
  const settings = await lake.read("siteSettings");
  const ids = Array.from({ length: 10 }, (_, index) => `post-more-${index}`);
  const more = ids.map((_id, index) => ({
    _id,
    _type: "post",
    title: `One article more ${index}`,
    slug: { _type: "slug", current: `one-article-more-${index}` },
    date: `2023-01-1${index}`,
  }));
  try {
    await lake.publish(...more, { ...settings, behaviour: { blogPaging: "pages" } });
    const pages = page.getByRole("navigation", { name: "Pages" });
    await openUntil(page, "/blog", pages.getByText("Page 1 of 2"));
    await expect(titles(page)).toHaveCount(12);
    await expect(pages.getByRole("link")).toHaveText(["Next"]);
    await pages.getByRole("link", { name: "Next" }).click();
    await expect(page).toHaveURL(/\/blog\?page=2$/);
    await expect(titles(page)).toHaveText(["One article more 1", "One article more 0"]);
    await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", /\/blog\?page=2$/);
    await expect(pages.getByRole("link")).toHaveText(["Previous"]);
    // A new choice starts at its first page.
    await search(page).fill("article more");
    await expect(titles(page)).toHaveCount(10);
    expect((await page.request.get("/blog?page=3")).status()).toBe(404);
  } finally {
    await lake.remove(...ids);
    await lake.publish(settings);
    await openUntil(page, "/blog", page.getByRole("status").getByText("4 articles"));
  }
});

for (const query of [
  `q=${"x".repeat(5000)}`,
  "q=%F0%9F%92%A9%20%22%5D%20%7C%20*%5B_type%20%3D%3D%20%22siteSettings%22%5D",
  "q=%00",
  "q=%ff%fe",
  "q=$search&q=second&q[]=third",
  "category=%22%5D%7C*%5B%5D",
  "category=../../etc/passwd&tag=%3Cscript%3Ealert(1)%3C/script%3E",
  "q=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E",
  "q=%",
  "_routes=nonsense&index",
  Array.from({ length: 300 }, (_, index) => `p${index}=1`).join("&"),
]) {
  test(`odd parameters cause no error: ${query.slice(0, 50)}`, async ({ page }) => {
    const response = await page.goto(`/blog?${query}`);
    expect(response?.status()).toBeLessThan(500);
    if (response?.status() === 200) {
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Platen Insights Hub");
    }
  });
}

test("a search result is not indexed by search engines", async ({ page }) => {
  await page.goto("/blog?q=pdf");
  await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("search, categories, tags and the newsletter work", async ({ page }) => {
    await page.goto("/blog");
    await search(page).fill("webhooks");
    await page.getByRole("button", { name: "Search" }).click();
    await expect(titles(page)).toHaveText([security, workflows]);
    await page.getByRole("link", { name: "Security", exact: true }).first().click();
    await expect(titles(page)).toHaveText([security]);
    await page.getByRole("link", { name: "Retention" }).first().click();
    await expect(titles(page)).toHaveText([security]);
    await page.getByRole("button", { name: "Subscribe" }).click();
    await expect(page.getByRole("status").filter({ hasText: comingSoon[0] })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("status").filter({ hasText: comingSoon[0] })).toBeHidden();
  });
});
