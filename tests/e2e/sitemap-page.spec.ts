import { expect, test } from "./support/test";
import { open } from "./support/visitor";

test("every public page is in its group", async ({ page }) => {
  await open(page, "/sitemap");
  await expect(page).toHaveTitle(/^Sitemap · /);
  const groups = page.getByRole("main").getByRole("heading", { level: 2 });
  await expect(groups).toHaveText([
    ...["Product", "Solutions", "Documentation", "Blog", "Company", "Careers", "Legal", "Account"],
    "Not what you were looking for?",
  ]);
  const linked = (group: string, name: string) =>
    page.getByRole("region", { name: group }).getByRole("link", { name });
  await expect(linked("Product", "Pricing")).toHaveAttribute("href", "/pricing");
  await expect(linked("Solutions", "PDF Editor")).toHaveAttribute("href", "/solutions/pdf-editor");
  await expect(linked("Documentation", "Merge PDFs")).toHaveAttribute("href", "/docs/merge-pdfs");
  await expect(linked("Careers", "Senior Backend Engineer")).toHaveAttribute(
    "href",
    "/careers/swe-001",
  );
  await expect(linked("Legal", "Terms of Service")).toHaveAttribute("href", "/terms");
  await expect(linked("Account", "Sign Up")).toHaveAttribute("href", "/signup");
});

test("the documentation is ordered by category", async ({ page }) => {
  await open(page, "/sitemap");
  const documentation = page.getByRole("region", { name: "Documentation" });
  await expect(documentation.getByRole("heading", { level: 3 })).toHaveText([
    ...["Manipulate", "Enhance", "Convert", "Create", "Metadata & text"],
  ]);
});

test("no link of the sitemap is broken", async ({ page, request }) => {
  await open(page, "/sitemap");
  const paths = await page
    .getByRole("main")
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  expect(paths.length).toBeGreaterThan(50);
  for (const path of new Set(paths.map((path) => path.split("#")[0] || "/sitemap"))) {
    expect((await request.get(path)).status(), path).toBe(200);
  }
});

test("the 404 page links to the sitemap", async ({ page }) => {
  await open(page, "/no/such/page");
  await page.getByRole("main").getByRole("link", { name: "Sitemap" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sitemap");
});

test("the links at the top lead to their groups, without JavaScript too", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${baseURL}/sitemap`);
  const parts = page.getByRole("navigation", { name: "Parts of the sitemap" });
  await parts.getByRole("link", { name: "Legal" }).click();
  await expect(page).toHaveURL(/#legal$/);
  await expect(page.getByRole("region", { name: "Legal" })).toBeInViewport();
  await context.close();
});
