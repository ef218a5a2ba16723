import type { Page } from "@playwright/test";
import { openWithNotices } from "./support/engagement";
import { openLake } from "./support/lake";
import { expect, test } from "./support/test";
import {
  alreadyAsked,
  comingSoon,
  expectToast,
  expectToLast,
  hydrated,
  open,
  openUntil,
  toast,
} from "./support/visitor";

const slug = "optimizing-pdf-workflows-for-enterprise";
const path = `/blog/${slug}`;
const title = "Optimizing PDF Workflows for the Enterprise";

test.beforeEach(({ page }) => alreadyAsked(page));

test("an article has its header, its picture and its text", async ({ page }) => {
  await open(page, path);
  const article = page.getByRole("main").getByRole("article").first();
  await expect(article.getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(article).toContainText("March 18, 2025");
  await expect(article).toContainText("Developer Guides");
  await expect(article).toContainText("Forty thousand statements");
  await expect(article).toContainText("Ines Calloway");
  await expect(article).toContainText(/Principal Engineer, Processing · \d+ min read/);
  await expect(article).not.toContainText("views");
  await expect(article.getByRole("img", { name: /^A press sheet of eight pages/ })).toBeVisible();
  await expect(page.getByText('"action": "merge"').first()).toBeVisible();
  await page.getByRole("link", { name: "Back to Blog" }).click();
  await expect(page).toHaveURL(/\/blog$/);
});

for (const known of [
  slug,
  "secure-document-handling-in-the-cloud",
  "unlocking-data-with-pdf-extraction-apis",
  "future-of-document-automation-ai-and-pdf",
]) {
  test(`${known} exists, and links to the documentation or to the security page`, async ({
    page,
  }) => {
    expect((await open(page, `/blog/${known}`))?.status()).toBe(200);
    const text = page.getByRole("main");
    const links = text.locator("a[href='/documentation'], a[href='/security']");
    expect(await links.count()).toBeGreaterThan(0);
  });
}

test("emphasized words have an italic of their own, not slanted letters", async ({ page }) => {
  await open(page, path);
  await expect(page.getByRole("article").first().locator("em").first()).toBeVisible();
  const italics = () =>
    page.evaluate(() =>
      [...document.fonts].filter(({ style }) => style === "italic").map(({ status }) => status),
    );
  await expect.poll(italics).toEqual(["loaded"]);
});

test("switched off, likes and comments start at 0 and only show the notice", async ({
  lake,
  page,
}) => {
  await openWithNotices(lake, page, path);
  await hydrated(page);
  for (const name of ["Like 0", "Comments 0"]) {
    await page.getByRole("button", { name }).click();
    await expectToast(page, ...comingSoon);
    await toast(page, comingSoon[0]).getByRole("button", { name: "Close" }).click();
  }
});

test("where there are no archives, tags are buttons that only show the notice", async ({
  lake,
  page,
}) => {
  await openWithNotices(lake, page, path);
  await hydrated(page);
  const tags = page.getByRole("form", { name: "Tags" }).getByRole("button");
  await expect(tags).toHaveText([
    "Workflow",
    "Automation",
    "Performance",
    "Webhooks",
    "Compliance",
  ]);
  await tags.first().click();
  await expectToast(page, ...comingSoon);
  await expect(page).toHaveURL(new RegExp(`${path}$`));
});

test("Print opens the browser's print dialog, and only the article is printed", async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute("data-printed", "");
  });
  await open(page, path);
  await page.getByRole("button", { name: "Print" }).click();
  await expect(page.locator("body")).toHaveAttribute("data-printed");

  await page.emulateMedia({ media: "print" });
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await expect(page.getByRole("heading", { level: 1 })).toHaveCSS("color", "rgb(0, 0, 0)");
  for (const hidden of [
    page.getByRole("banner"),
    page.getByRole("contentinfo"),
    page.getByRole("button", { name: "Print" }),
    page.getByRole("button", { name: "Submit" }),
    page.getByRole("navigation", { name: "Tags" }),
    page.getByRole("heading", { name: "Related Articles" }),
  ]) {
    await expect(hidden).toBeHidden();
  }
  await expect(page.getByText('"action": "merge"').first()).toBeVisible();
});

for (const [network, address] of [
  ["Twitter", /^https:\/\/twitter\.com\/intent\/tweet\?url=.+&text=Optimizing\+PDF/],
  ["LinkedIn", /^https:\/\/www\.linkedin\.com\/sharing\/share-offsite\/\?url=/],
  ["Facebook", /^https:\/\/www\.facebook\.com\/sharer\/sharer\.php\?u=/],
] as const) {
  test(`Share opens ${network} in a separate window`, async ({ page, context, baseURL }) => {
    await context.route(address, (route) => route.fulfill({ body: "share" }));
    await open(page, path);
    const opened = context.waitForEvent("page");
    await page.getByRole("link", { name: `Share on ${network}` }).click();
    const shared = await opened;
    await expect(shared).toHaveURL(address);
    expect(decodeURIComponent(shared.url())).toContain(`${baseURL}${path}`);
    expect(context.pages()).toHaveLength(2);
    await expect(page).toHaveURL(new RegExp(`${path}$`));
  });
}

test("Copy link copies the URL and says so for 5 seconds", async ({ page, context, baseURL }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.clock.install();
  await open(page, `${path}?utm_source=letter`);
  const ask = () => page.getByRole("button", { name: "Copy the link" }).click();
  await expectToLast(page, { title: "Link Copied!", milliseconds: 5000, ask });
  await ask();
  await expectToast(page, "Link Copied!", "Article URL copied to clipboard.");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${baseURL}${path}`);
});

test("Copy link says when it failed", async ({ page, context }) => {
  const browser = await context.newCDPSession(page);
  const { targetInfo } = await browser.send("Target.getTargetInfo");
  await browser.send("Browser.setPermission", {
    permission: { name: "clipboard-write" },
    setting: "denied",
    browserContextId: targetInfo.browserContextId,
  });
  await open(page, path);
  await page.getByRole("button", { name: "Copy the link" }).click();
  await expectToast(page, "Error", "Could not copy link.");
});

test("switched off, the comment form has its fields, and Submit only shows the notice", async ({
  lake,
  page,
}) => {
  await openWithNotices(lake, page, path);
  await hydrated(page);
  const form = page.getByRole("region", { name: "Leave a Comment" });
  await form.getByLabel("Name").fill("Nora");
  await expect(
    form.getByRole("textbox", { name: "Email", exact: true }),
  ).toHaveAccessibleDescription("It will not be published.");
  await expect(form.getByText("Optional")).toBeVisible();
  await form.getByLabel("Comment", { exact: true }).fill("A good read.");
  await form.getByRole("button", { name: "Submit" }).click();
  await expectToast(page, ...comingSoon);
  await expect(form.getByLabel("Comment", { exact: true })).toHaveValue("A good read.");
});

const related = (page: Page) =>
  page.getByRole("region", { name: "Related Articles" }).getByRole("article");

test("related articles are the two newest others of the category", async ({ page, adminPage }) => {
  await open(page, path);
  await expect(related(page).getByRole("heading")).toHaveText([
    "Unlocking Data with PDF Extraction APIs",
  ]);
  const lake = openLake(adminPage.request);
  const ids = ["post-related-1", "post-related-2"];
  await lake.publish(
    ...ids.map((_id, index) => ({
      _id,
      _type: "post",
      title: `Related ${index}`,
      slug: { _type: "slug", current: `related-${index}` },
      category: { _type: "reference", _ref: "category-developer-guides" },
      date: `202${index}-01-01`,
    })),
  );
  try {
    await openUntil(page, path, related(page).getByRole("heading", { name: "Related 1" }));
    await expect(related(page).getByRole("heading")).toHaveText([
      "Unlocking Data with PDF Extraction APIs",
      "Related 1",
    ]);
  } finally {
    await lake.remove(...ids);
  }
});

test("the spinner of an article is shown for 300 ms, however fast it loads", async ({ page }) => {
  await page.clock.install();
  await open(page, "/blog");
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.getByRole("link", { name: title, exact: true }).click();
  const spinner = page.getByText("Loading the article");
  await expect(spinner).toBeAttached();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  await page.clock.runFor(299);
  await expect(spinner).toBeAttached();
  await page.clock.runFor(2);
  await expect(spinner).not.toBeAttached();
});

test("chapters lead to their headings", async ({ page }) => {
  await open(page, path);
  const chapter = page.getByRole("navigation", { name: "On this page" }).getByRole("link").nth(2);
  const name = await chapter.innerText();
  await chapter.click();
  const heading = page.getByRole("heading", { level: 2, name });
  await expect
    .poll(() => heading.evaluate((element) => element.getBoundingClientRect().top))
    .toBeCloseTo(85, 0);
});

test("a tag of a related article opens the list at its top", async ({ page }) => {
  await open(page, path);
  const related = page.getByRole("main").getByRole("article").last();
  await related.getByRole("list", { name: "Tags" }).getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Insights Hub");
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

test("search engines get the article's structured data", async ({ page }) => {
  await open(page, path);
  const nodes = await page.locator("script[type='application/ld+json']").allTextContents();
  expect(nodes.map((text) => JSON.parse(text))).toContainEqual(
    expect.objectContaining({
      "@type": "BlogPosting",
      headline: title,
      datePublished: "2025-03-18",
      author: expect.objectContaining({ name: "Ines Calloway" }),
    }),
  );
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the article is readable, and its forms respond with the notice", async ({ lake, page }) => {
    await openWithNotices(lake, page, path);
    await expect(page.getByText('"action": "merge"').first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
    await expect(page.getByRole("link", { name: "Share on LinkedIn" })).toBeVisible();
    for (const name of ["Like 0", "Workflow", "Submit"]) {
      await page.getByRole("button", { name }).click();
      await expect(page.getByRole("status").filter({ hasText: comingSoon[0] })).toBeVisible();
      // The notice of the comment is at its form, further down: the page opens there again.
      await expect(page).toHaveURL(
        new RegExp(`${path}${name === "Submit" ? "#leave-a-comment" : ""}$`),
      );
    }
  });

  test("a comment that was typed is still in its form", async ({ lake, page }) => {
    await openWithNotices(lake, page, path);
    const form = page.getByRole("region", { name: "Leave a Comment" });
    await form.getByLabel("Name").fill("Nora");
    await form.getByLabel("Comment", { exact: true }).fill("A good read,\nand a long one.");
    await form.getByRole("button", { name: "Submit" }).click();
    await expect(form.getByRole("status")).toContainText("is still here");
    await expect(form.getByRole("status")).toBeInViewport();
    await expect(form.getByLabel("Name")).toHaveValue("Nora");
    await expect(form.getByLabel("Comment", { exact: true })).toHaveValue(
      "A good read,\nand a long one.",
    );
  });
});
