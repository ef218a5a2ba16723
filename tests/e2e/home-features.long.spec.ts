import { section } from "./support/home-sections";
import { expect, test } from "./support/test";
import { alreadyAsked, open } from "./support/visitor";

test.beforeEach(({ page }) => alreadyAsked(page));

test("features are in four tabs, manipulate first, by pointer and by arrow keys", async ({
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
  await expect(categories.nth(0).getByRole("heading", { name: "Merge PDFs" })).toBeVisible();
  await expect(categories.nth(4).getByRole("heading", { name: "Extract Text" })).toBeVisible();
  await categories.nth(0).locator("summary").click();
  await expect(categories.nth(0).getByRole("heading", { name: "Merge PDFs" })).toBeHidden();
  await expect(categories.nth(4).getByRole("heading", { name: "Extract Text" })).toBeVisible();
  await features.getByText("Hide All Features").click();
  await expect(categories.nth(0)).toBeHidden();
});

test("a feature card opens a dialog with an example call and a link to its documentation", async ({
  page,
}) => {
  await open(page, "/");
  const card = section(page, "features")
    .getByRole("tabpanel")
    .getByRole("link", { name: "Merge PDFs" });
  await card.click();
  const dialog = page.getByRole("dialog", { name: "Merge PDFs" });
  await expect(dialog.getByRole("region", { name: "Example call" })).toContainText(
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
  for (const [title, path] of Object.entries(endpoints)) {
    await expect(categories.getByRole("link", { name: title })).toContainText(path);
  }
  for (const title of ["Rotate Pages", "Resize PDF", "PDF to Image", "Smart QR Code"]) {
    await categories.getByRole("link", { name: title }).click();
    const dialog = page.getByRole("dialog", { name: title });
    await expect(dialog.getByRole("region", { name: "Example call" })).toContainText(
      endpoints[title] ?? "",
    );
    await dialog.getByRole("button", { name: "Close" }).first().click();
    await expect(dialog).toBeHidden();
  }
});

test("solution cards lead to their solution instead", async ({ page }) => {
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

test("the table shows which plan has which feature", async ({ page }) => {
  await open(page, "/");
  const table = section(page, "features-table").getByRole("table");
  await expect(table.getByRole("columnheader")).toHaveText([
    "Feature",
    /^Free\s*\$0\/month\s*Get Started Free$/,
    /^Most Popular\s*Developer\s*\$9\/month\s*Choose Developer$/,
    /^Business\s*\$29\/month\s*Choose Business$/,
  ]);
  const closed = table.getByRole("button", { expanded: false });
  while ((await closed.count()) > 0) await closed.first().press("Enter");
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

test("a group of the table that is closed says how much each plan includes", async ({ page }) => {
  await open(page, "/");
  const table = section(page, "features-table").getByRole("table");
  const group = table.getByRole("row", { name: /^Conversion/ });
  await expect(group).toHaveText("Conversion0 of 66 of 66 of 6");
  await group.getByRole("button").click();
  await expect(table.getByRole("row", { name: /^Word to PDF/ })).toBeVisible();
  await expect(group).toHaveText("Conversion");
});

test("on paper every feature is listed once, under its category", async ({ page }) => {
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
