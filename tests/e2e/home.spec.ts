import { section } from "./support/home-sections";
import { expect, test } from "./support/test";
import { alreadyAsked, open } from "./support/visitor";

const outside = {
  crafter: "https://crafter.platen.example/",
  docs: "https://docs.platen.example/",
  collection: "https://docs.platen.example/collection",
  playground: "https://docs.platen.example/playground",
};

test.beforeEach(({ page }) => alreadyAsked(page));

test("the sections are in order, with their anchors", async ({ page }) => {
  await open(page, "/");
  const ids = await page
    .locator("main > section")
    .evaluateAll((sections) => sections.map(({ id }) => id));
  expect(ids).toEqual([
    "", // The hero: the page itself.
    "trust",
    "features",
    "how-it-works",
    "solutions",
    "pricing",
    "faq",
    "api-docs",
    "infrastructure",
    "features-table",
    "", // The closing call to action.
  ]);
});

test("trust shows cards on a wide screen and an accordion on a phone, where several may be open", async ({
  page,
}) => {
  await open(page, "/");
  const trust = section(page, "trust");
  await expect(trust.getByRole("heading", { level: 3 })).toHaveText([
    "Gone after 60 minutes",
    "Encrypted all the way",
    "99.9% target uptime",
    "At work in 12+ countries",
  ]);
  await expect(trust.locator("summary").first()).toBeHidden();

  await page.setViewportSize({ width: 360, height: 740 });
  const questions = trust.locator("summary");
  await questions.nth(0).click();
  await questions.nth(2).click();
  await expect(
    trust
      .locator("details")
      .nth(0)
      .getByText(/deleted automatically/),
  ).toBeVisible();
  await expect(
    trust
      .locator("details")
      .nth(2)
      .getByText(/one in the morning/),
  ).toBeVisible();
  await questions.nth(0).press("Enter");
  await expect(
    trust
      .locator("details")
      .nth(0)
      .getByText(/deleted automatically/),
  ).toBeHidden();
});

test("the developer flow shows a merge with a bearer key and multipart files", async ({ page }) => {
  await open(page, "/");
  const code = section(page, "how-it-works").getByRole("region", { name: /^Code/ });
  await expect(code).toContainText("/v1/pdf/merge");
  await expect(code).toContainText("Authorization: Bearer");
  await expect(code).toContainText('-F "files[]=@');
  const flow = section(page, "how-it-works");
  await expect(flow).toContainText("Merge PDFs needs the Developer plan or a larger one.");
  await expect(flow.getByRole("link", { name: "Merge PDFs" })).toHaveAttribute(
    "href",
    "/docs/merge-pdfs",
  );
});

test("a copy button copies its code", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, "/");
  await section(page, "how-it-works").getByRole("button", { name: "Copy the code" }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain("curl -X POST https://api.platen.example/v1/pdf/merge");
});

test("solutions link to their pages, with their descriptions, and to all of them", async ({
  page,
}) => {
  await open(page, "/");
  const solutions = section(page, "solutions");
  for (const slug of [
    "document-automation",
    "api-integration",
    "publishing",
    "ecommerce",
    "legal-healthcare",
    "real-estate",
  ]) {
    const card = solutions.locator(`a[href="/solutions/${slug}"]`);
    await expect(card.getByRole("heading")).toBeVisible();
    expect((await card.innerText()).split("\n").at(-1)?.length).toBeGreaterThan(30);
  }
  await expect(solutions.getByRole("link", { name: "View All Solutions" })).toHaveAttribute(
    "href",
    "/solutions",
  );
});

test("the plans have their prices, limits and links", async ({ page }) => {
  await open(page, "/");
  const plans = section(page, "pricing").locator("li", { has: page.getByRole("heading") });
  await expect(plans).toHaveCount(4);
  const facts = [
    ["Free", "$0", "100 credits", "5 MB", "Public download URLs only", "No support"],
    ["Developer", "$9", "1,000 credits", "Full API", "100 MB", "Signed", "72 hr SLA"],
    ["Business", "$29", "10,000 credits", "512 MB", "dedicated storage", "24 hr SLA"],
    ["Enterprise", "from", "$99", "Custom credits", "Custom hosting", "Custom SLA"],
  ];
  for (const [index, words] of facts.entries()) {
    for (const word of words) await expect(plans.nth(index)).toContainText(word);
  }
  await expect(plans.nth(0)).toContainText("No credit card required");
  await expect(plans.nth(1)).toContainText("Most Popular");
  await expect(section(page, "pricing")).toContainText("Change or cancel any time");
  await expect(plans.nth(3).getByRole("link", { name: "Contact Sales" })).toHaveAttribute(
    "href",
    "mailto:sales@platen.example?subject=Enterprise%20Plan%20Inquiry",
  );
});

test("search engines get the same prices as visitors", async ({ page }) => {
  await open(page, "/");
  const nodes = await page.locator("script[type='application/ld+json']").allTextContents();
  const application = nodes.map((text) => JSON.parse(text)).find((node) => node.offers);
  expect(
    application.offers.map(({ name, price }: { name: string; price: number }) => [name, price]),
  ).toEqual([
    ["Free", 0],
    ["Developer", 9],
    ["Business", 29],
    ["Enterprise", 99],
  ]);
});

test("questions open one by one, and stay open", async ({ page }) => {
  await open(page, "/#faq");
  const questions = section(page, "faq").locator("details");
  expect(await questions.count()).toBeGreaterThanOrEqual(8);
  await questions.nth(0).locator("summary").press("Enter");
  await questions.nth(1).locator("summary").click();
  for (const index of [0, 1]) await expect(questions.nth(index)).toHaveAttribute("open");
});

test("the API documentation has two cards, each opening another site in a new tab", async ({
  page,
}) => {
  await open(page, "/");
  const cards = section(page, "api-docs").getByRole("listitem");
  for (const [index, title, button, href] of [
    [0, "Public API Docs", "View Docs", outside.docs],
    [1, "Postman Collection", "Get Collection", outside.collection],
  ] as const) {
    await expect(cards.nth(index).getByRole("heading", { name: title })).toBeVisible();
    const link = cards.nth(index).getByRole("link", { name: button });
    await expect(link).toHaveAttribute("href", href);
    await expect(link).toHaveAttribute("target", "_blank");
  }
  await expect(cards).toHaveCount(2);
});

test("the infrastructure has three cards", async ({ page }) => {
  await open(page, "/");
  const cards = section(page, "infrastructure").getByRole("listitem");
  await expect(cards).toHaveCount(3);
  await expect(cards.nth(0)).toContainText("scalable cloud platform");
  await expect(cards.nth(1)).toContainText("Token-based authentication");
  await expect(cards.nth(1)).toContainText("AES-256");
  await expect(cards.nth(2)).toContainText("credits");
});

test("the closing call to action has its two links", async ({ page }) => {
  await open(page, "/");
  const closing = page.locator("main > section").last();
  for (const [name, href] of [
    ["Start Free Now", outside.crafter],
    ["Launch API Playground", outside.playground],
  ] as const) {
    await expect(closing.getByRole("link", { name })).toHaveAttribute("href", href);
    await expect(closing.getByRole("link", { name })).toHaveAttribute("target", "_blank");
  }
});

for (const hash of ["features", "pricing", "faq", "api-docs", "features-table", "trust"]) {
  test(`a URL with #${hash} opens at its section`, async ({ page }) => {
    await page.goto(`/#${hash}`);
    await expect
      .poll(() => section(page, hash).evaluate((element) => element.getBoundingClientRect().top))
      .toBeCloseTo(65 + 20, 0);
  });
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("everything is there: features, answers that open, cards with links", async ({ page }) => {
    await page.goto("/");
    const features = section(page, "features");
    const panel = features.getByRole("tabpanel", { name: "Manipulate" });
    await expect(panel.getByRole("heading", { name: "Merge PDFs" })).toBeVisible();
    await features.getByText("View All Features").click();
    for (const title of ["Add Watermark", "Word to PDF", "Generate QR Code", "Read Metadata"]) {
      await expect(features.getByRole("heading", { name: title })).toBeVisible();
    }
    await expect(
      section(page, "features-table").getByRole("row", { name: /^Extract Text/ }),
    ).toBeVisible();
    const hero = page.locator("main > section").first();
    await hero.getByRole("radio", { name: "Rotate" }).check();
    await expect(hero.getByRole("region", { name: "Example call" })).toContainText("rotate");
    const question = section(page, "faq").locator("details").first();
    await question.locator("summary").click();
    await expect(question).toHaveAttribute("open");
    await expect(
      section(page, "features").getByRole("link", { name: "Merge PDFs" }).first(),
    ).toHaveAttribute("href", "/docs/merge-pdfs");
  });
});
