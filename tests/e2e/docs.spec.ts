import { expectNoAxeViolations } from "./support/axe";
import { expect, test } from "./support/test";
import { open } from "./support/visitor";

test("the overview lists every feature with its method and path", async ({ page }) => {
  await open(page, "/docs");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Documentation");
  await expect(page.getByRole("heading", { name: "Authentication" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Your first call" })).toBeVisible();
  const features = page.getByRole("region", { name: /^All features/ });
  await expect(features.getByRole("listitem")).toHaveCount(27);
  const rotate = features.getByRole("listitem").filter({ hasText: "Rotate Pages" });
  await expect(rotate).toContainText("POST");
  await expect(rotate).toContainText("/v1/pdf/rotate");
  await rotate.getByRole("link").click();
  await expect(page).toHaveURL(/\/docs\/rotate-pages$/);
});

test("the list is filtered while typing", async ({ page }) => {
  await open(page, "/docs");
  await page.getByRole("searchbox", { name: "Search features" }).fill("metadata get");
  const found = page.getByRole("region", { name: /Features with “metadata get”/ });
  await expect(found.getByRole("heading", { level: 4 })).toHaveText([
    "Read Metadata",
    "Extract Text",
  ]);
  await expect(page).toHaveURL(/\?q=metadata\+get$/);
  await expect(page.getByRole("status").filter({ hasText: "2 features found" })).toBeAttached();
  await page.getByRole("link", { name: "Show all features" }).click();
  await expect(page.getByRole("region", { name: /^All features/ })).toBeVisible();
  await expect(page.getByRole("searchbox")).toHaveValue("");
});

test("an empty search says so, and is not indexed", async ({ page }) => {
  await open(page, "/docs?q=<script>alert(1)</script>");
  await expect(page.getByText("No feature has all of these words")).toBeVisible();
  await expect(page.getByText("Features with “<script>alert(1)</script>”")).toBeVisible();
  await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
});

test("a feature's page shows the call in three languages, its parameters and its response", async ({
  page,
}) => {
  await open(page, "/docs/merge-pdfs");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Merge PDFs");
  const code = page.getByRole("tabpanel").getByRole("region");
  await expect(code).toContainText('-F "files[]=@cover.pdf"');
  await page.getByRole("tab", { name: "JavaScript" }).click();
  await expect(code).toContainText("await fetch(");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Python" })).toBeFocused();
  await expect(code).toContainText("requests.post(");
  const parameter = page.getByRole("table").getByRole("row").filter({ hasText: "files" });
  await expect(parameter).toContainText("file[]");
  await expect(parameter).toContainText("required");
  const response = page.getByRole("region", { name: "Response" });
  await expect(response).toContainText("200");
  await expect(response).toContainText('"file_id"');
});

test("code and path can be copied", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, "/docs/rotate-pages");
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole("button", { name: "Copy the path" }).click();
  await expect.poll(clipboard).toBe("/v1/pdf/rotate");
  await page.getByRole("tab", { name: "Python" }).click();
  await page.getByRole("tabpanel").getByRole("button", { name: "Copy the code" }).click();
  await expect.poll(clipboard).toContain('"angle": 90,');
});

test("a feature links to its neighbors, its solution and all others", async ({ page }) => {
  await open(page, "/docs/edit-pdf-content");
  const more = page.getByRole("navigation", { name: "More in Create" });
  await expect(more.getByRole("link")).toHaveText([/Smart QR Code/, /Template Designer/]);
  await expect(page.getByRole("link", { name: "PDF Editor", exact: true })).toHaveAttribute(
    "href",
    "/solutions/pdf-editor",
  );
  const all = page.getByRole("navigation", { name: "Documentation" });
  await expect(all.getByRole("link", { name: "Edit PDF Content" })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await expect(all.getByRole("link", { name: "Edit PDF Content" })).toBeInViewport();
  await all.getByRole("link", { name: "Extract Text" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Extract Text");
  await expect(all.locator("[aria-current=page]")).toHaveText("Extract Text");
});

test("on a phone the list of features is collapsed", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, "/docs/merge-pdfs");
  const all = page.getByRole("navigation", { name: "Documentation" });
  await expect(all).toBeHidden();
  await page.getByText("Documentation menu").click();
  await expectNoAxeViolations(page);
  await all.getByRole("link", { name: "Split PDF" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Split PDF");
  await expect(all).toBeHidden();
});

test("a feature without a call shows its text and its plans", async ({ page }) => {
  await open(page, "/docs/template-designer");
  await expect(page.getByRole("region", { name: "Plans" }).getByRole("definition")).toHaveText([
    "Not included",
    "Limited",
    "Full Access",
  ]);
  await expect(page.getByRole("tab")).toHaveCount(0);
});

test("an unknown feature is a 404", async ({ page }) => {
  const response = await page.goto("/docs/unknown");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Page Not Found" })).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("every feature is available in the plans of the comparison", async ({ page }) => {
    await page.goto("/");
    const table = page.locator("#features-table table");
    const rows = await table.locator("tbody tr:has(th a)").evaluateAll((rows) =>
      rows.map((row) => ({
        path: row.querySelector("a")?.getAttribute("href") ?? "",
        values: [...row.querySelectorAll("td")].map((cell) => cell.textContent ?? ""),
      })),
    );
    expect(rows).toHaveLength(27);
    for (const { path, values } of rows) {
      await page.goto(path);
      const plans = page.getByRole("region", { name: "Plans" });
      await expect(plans.getByRole("term")).toHaveText(["Free", "Developer", "Business"]);
      expect(await plans.getByRole("definition").allTextContents(), path).toEqual(values);
    }
  });

  test("search, menu and all languages work", async ({ page }) => {
    await page.goto("/docs");
    await page.getByRole("searchbox", { name: "Search features" }).fill("rotate");
    await page.getByRole("button", { name: "Search" }).click();
    await expect(page).toHaveURL(/\/docs\?q=rotate$/);
    const found = page.getByRole("region", { name: /Features with “rotate”/ });
    await expect(found.getByRole("heading", { level: 4 })).toHaveText(["Rotate Pages"]);

    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/docs/rotate-pages");
    await page.getByText("Documentation menu").click();
    await expect(page.getByRole("navigation", { name: "Documentation" })).toBeVisible();
    await expect(page.getByText("await fetch(")).toBeVisible();
    await expect(page.getByText("requests.post(")).toBeVisible();
  });
});
