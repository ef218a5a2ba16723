import type { Page } from "@playwright/test";
import { expect, test } from "./test";
import { alreadyAsked, countedEvents, open } from "./visitor";

const outside = {
  crafter: "https://crafter.platen.example/",
  docs: "https://docs.platen.example/",
  collection: "https://docs.platen.example/collection",
  playground: "https://docs.platen.example/playground",
};

/** The section with this id: what a link to it shows. */
const section = (page: Page, id: string) => page.locator(`section#${id}`);

test.beforeEach(({ page }) => alreadyAsked(page));

test("the sections stand in their order, with their anchors", async ({ page }) => {
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

test("the hero has its two ways on, each in a new tab", async ({ page }) => {
  await open(page, "/");
  const hero = page.locator("main > section").first();
  for (const [name, href] of [
    ["Get Started Free", outside.crafter],
    ["Explore API Docs", outside.collection],
  ] as const) {
    const link = hero.getByRole("link", { name });
    await expect(link).toHaveAttribute("href", href);
    await expect(link).toHaveAttribute("target", "_blank");
  }
  await expect(hero).toContainText("100,000+");
  await expect(hero).toContainText("20+");
  await expect(hero).toContainText("12+");
});

test("the hero's clicks are counted under their names, after consent", async ({
  page,
  context,
}) => {
  await alreadyAsked(page, "all");
  await context.route(/platen\.example/, (route) => route.fulfill({ body: "elsewhere" }));
  await open(page, "/");
  const hero = page.locator("main > section").first();
  for (const name of ["Get Started Free", "Explore API Docs"]) {
    const opened = context.waitForEvent("page");
    await hero.getByRole("link", { name }).click();
    await (await opened).close();
  }
  expect(await countedEvents(page)).toEqual([
    { event: "Get Started from Hero" },
    { event: "View Docs from Hero" },
  ]);
});

test("trust is cards on a wide screen and an accordion on a phone, where several may be open", async ({
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

test("features come in four tabs, manipulate first, by pointer and by arrow keys", async ({
  page,
}) => {
  await open(page, "/");
  const features = section(page, "features");
  const tab = (name: string) => features.getByRole("tab", { name });
  await expect(features.getByRole("tab")).toHaveText([
    "Manipulate",
    "Enhance",
    "Convert",
    "Create",
  ]);
  await expect(tab("Manipulate")).toHaveAttribute("aria-selected", "true");
  await expect(features.getByRole("tabpanel")).toHaveAccessibleName("Manipulate");
  await tab("Convert").click();
  await expect(features.getByRole("tabpanel")).toHaveAccessibleName("Convert");
  await expect(
    features.getByRole("tabpanel").getByRole("heading", { name: "Word to PDF" }),
  ).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(tab("Create")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(features.getByRole("tabpanel")).toHaveAccessibleName("Manipulate");
  await page.keyboard.press("End");
  await expect(features.getByRole("tabpanel")).toHaveAccessibleName("Create");
});

test("View All Features opens all categories, several at once, and closes them", async ({
  page,
}) => {
  await open(page, "/");
  const features = section(page, "features");
  const all = features.locator("details").first();
  const categories = all.locator("details");
  await features.getByText("View All Features").click();
  await expect(categories).toHaveCount(5);
  for (const index of [0, 4]) await categories.nth(index).locator("summary").click();
  await expect(categories.nth(0).getByRole("heading", { name: "Merge PDFs" })).toBeVisible();
  await expect(categories.nth(4).getByRole("heading", { name: "Extract Text" })).toBeVisible();
  await features.getByText("Hide All Features").click();
  await expect(categories.nth(0)).toBeHidden();
});

test("a feature card opens a dialog with an example call and a way to its documentation", async ({
  page,
}) => {
  await open(page, "/");
  const card = section(page, "features")
    .getByRole("tabpanel")
    .getByRole("link", { name: "Merge PDFs" });
  await card.click();
  const dialog = page.getByRole("dialog", { name: "Merge PDFs" });
  await expect(dialog.getByRole("region", { name: "Code: Shell" })).toContainText(
    "curl -X POST https://api.platen.example/v1/pdf/merge",
  );
  await expect(dialog.getByText("POST", { exact: true })).toBeVisible();
  await expect(dialog.getByRole("link", { name: "View API Docs" })).toHaveAttribute(
    "href",
    "/docs/merge-pdfs",
  );
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(card).toBeFocused();
});

test("every feature names its endpoint, and its example calls it", async ({ page }) => {
  await open(page, "/");
  const features = section(page, "features");
  await features.getByText("View All Features").click();
  const endpoints: Record<string, string> = {
    "Merge PDFs": "/v1/pdf/merge",
    "Extract Pages": "/v1/pdf/extract",
    "Delete Pages": "/v1/pdf/delete-pages",
    "Reorder Pages": "/v1/pdf/reorder",
    "Rotate Pages": "/v1/pdf/rotate",
    "Split PDF": "/v1/pdf/split",
    "Add Watermark": "/v1/pdf/watermark",
    "Add Page Numbers": "/v1/pdf/page-numbers",
    "Flatten PDF": "/v1/pdf/flatten",
    "Resize PDF": "/v1/pdf/resize",
    "Optimize PDF": "/v1/pdf/optimize",
    "Crop PDF": "/v1/pdf/crop",
    "Word to PDF": "/v1/convert/docx-to-pdf",
    "Excel to PDF": "/v1/convert/xlsx-to-pdf",
    "PowerPoint to PDF": "/v1/convert/pptx-to-pdf",
    "PDF to Word": "/v1/convert/pdf-to-docx",
    "PDF to HTML": "/v1/convert/pdf-to-html",
    "PDF to Image": "/v1/convert/pdf-to-image",
    "Generate QR Code": "/v1/qr/generate",
    "Smart QR Code": "/v1/qr/smart",
    "Generate from Template": "/v1/pdf/generate-from-template",
    "Add Metadata": "/v1/pdf/metadata/add",
    "Read Metadata": "/v1/pdf/metadata/read",
    "Custom Properties": "/v1/pdf/properties/custom",
    "Extract Text": "/v1/pdf/text",
  };
  const categories = features.locator("details details");
  for (const category of await categories.all()) await category.locator("summary").click();
  for (const [title, path] of Object.entries(endpoints)) {
    await expect(categories.getByRole("link", { name: title })).toContainText(path);
  }
  for (const title of ["Rotate Pages", "Resize PDF", "PDF to Image", "Smart QR Code"]) {
    await categories.getByRole("link", { name: title }).click();
    const dialog = page.getByRole("dialog", { name: title });
    await expect(dialog.getByRole("region", { name: /^Code/ })).toContainText(
      endpoints[title] ?? "",
    );
    await dialog.getByRole("button", { name: "Close" }).first().click();
    await expect(dialog).toBeHidden();
  }
});

test("cards of solutions lead to their solution instead", async ({ page }) => {
  await open(page, "/");
  const features = section(page, "features");
  await features.getByRole("tab", { name: "Create" }).click();
  const panel = features.getByRole("tabpanel");
  for (const [card, address] of [
    ["Edit PDF Content", "/solutions/pdf-editor"],
    ["Template Designer", "/solutions/templates"],
  ] as const) {
    const link = panel.getByRole("link", { name: card });
    await expect(link).toHaveAttribute("href", address);
    await expect(link).toContainText("Learn more");
  }
  await panel.getByRole("link", { name: "Template Designer" }).click();
  await expect(page).toHaveURL(/\/solutions\/templates$/);
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

test("the solutions lead to theirs, with their descriptions, and to all of them", async ({
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

test("the plans have their prices, limits and ways on", async ({ page }) => {
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

test("search engines read the same prices as visitors", async ({ page }) => {
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

test("the API documentation has two cards, each to another site in a new tab", async ({ page }) => {
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

test("the table says which plan has which feature", async ({ page }) => {
  await open(page, "/");
  const table = section(page, "features-table").getByRole("table");
  await expect(table.getByRole("columnheader")).toHaveText([
    "Feature",
    /^Free\s*\$0\/month$/,
    /Most Popular\s*Developer\s*\$9\/month$/,
    /^Business\s*\$29\/month$/,
  ]);
  const rows = await table
    .getByRole("row")
    .evaluateAll((all) =>
      all
        .filter((row) => row.querySelector("th[scope=row]"))
        .map((row) => [...row.children].map((cell) => cell.textContent ?? "")),
    );
  const no = "Not included";
  const yes = "Included";
  const special: Record<string, string[]> = {
    "Optimize PDF": [yes, yes, yes],
    "Generate QR Code": [yes, yes, yes],
    "Add Metadata": [yes, yes, yes],
    "Read Metadata": [yes, yes, yes],
    "API Access": [yes, yes, yes],
    "Edit PDF Content": [no, no, yes],
    "Template Designer": [no, "Limited", "Full Access"],
    "Rate limits": ["Basic", "Standard", "High"],
    "Email Support": [no, "72hr SLA", "24hr SLA"],
    "Priority Support": [no, no, yes],
    "SLA Guarantee": [no, no, yes],
  };
  expect(rows.length).toBeGreaterThan(25);
  for (const [name = "", ...values] of rows) {
    expect([name, ...values]).toEqual([name, ...(special[name] ?? [no, yes, yes])]);
  }
  for (const name of Object.keys(special)) expect(rows.map(([first]) => first)).toContain(name);
});

test("the closing call to action has its two ways on", async ({ page }) => {
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
  test(`an address with #${hash} opens at its section`, async ({ page }) => {
    await page.goto(`/#${hash}`);
    await expect
      .poll(() => section(page, hash).evaluate((element) => element.getBoundingClientRect().top))
      .toBeCloseTo(64 + 20, 0);
  });
}

test("on paper every feature stands once, under its category", async ({ page }) => {
  await page.goto("/");
  await page.emulateMedia({ media: "print" });
  const features = section(page, "features");
  for (const title of ["Merge PDFs", "Add Watermark", "Generate QR Code", "Read Metadata"]) {
    await expect(
      features.getByRole("heading", { name: title }).filter({ visible: true }),
    ).toHaveCount(1);
  }
  await expect(features.getByRole("tab")).toHaveCount(0);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("everything is there: all tabs, answers that open, cards that lead on", async ({ page }) => {
    await page.goto("/");
    for (const [category, title] of [
      ["Manipulate", "Merge PDFs"],
      ["Enhance", "Add Watermark"],
      ["Convert", "Word to PDF"],
      ["Create", "Generate QR Code"],
    ] as const) {
      const panel = page.getByRole("tabpanel", { name: category });
      await expect(panel.getByText(category, { exact: true })).toBeVisible();
      await expect(panel.getByRole("heading", { name: title })).toBeVisible();
    }
    const question = section(page, "faq").locator("details").first();
    await question.locator("summary").click();
    await expect(question).toHaveAttribute("open");
    await expect(
      section(page, "features").getByRole("link", { name: "Merge PDFs" }).first(),
    ).toHaveAttribute("href", "/docs/merge-pdfs");
  });
});
