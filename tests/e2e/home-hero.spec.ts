import { section } from "./support/home-sections";
import { expect, test } from "./support/test";
import { alreadyAsked, countedEvents, open } from "./support/visitor";

const outside = {
  crafter: "https://crafter.platen.example/",
  collection: "https://docs.platen.example/collection",
};

test.beforeEach(({ page }) => alreadyAsked(page));

test("the hero has two links, each in a new tab", async ({ page }) => {
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

for (const width of [320, 360, 519, 768, 1024, 1100, 1440]) {
  test(`the copy button of the hero's call is within a page of ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/");
    const copy = page
      .locator("main section")
      .first()
      .getByRole("button", { name: "Copy the code" });
    const box = await copy.boundingBox();
    expect(box && box.x + box.width).toBeLessThan(width);
  });
}

test("the hero shows the operation that is chosen: its call, its pages and its response", async ({
  page,
}) => {
  await open(page, "/");
  const hero = page.locator("main > section").first();
  const operation = (name: string) => hero.getByRole("radio", { name });
  const call = hero.getByRole("region", { name: "Example call" });
  await expect(operation("Optimize")).toBeChecked();
  await expect(call).toContainText("/v1/pdf/optimize");
  const plan = hero.getByText(/needs the .* plan/).filter({ visible: true });
  await expect(plan).toHaveCount(0);
  await operation("Merge").check();
  await expect(call).toContainText('"files[]=@cover.pdf"');
  await expect(hero.getByRole("region", { name: "Response" })).toContainText('"pages": 48');
  await expect(plan).toHaveText("Merge PDFs needs the Developer plan or a larger one.");
  await page.keyboard.press("ArrowRight");
  await expect(operation("Watermark")).toBeChecked();
  await expect(call).toContainText("DRAFT");
});

test("the copy button copies the call in the language that is shown", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, "/");
  const hero = page.locator("main > section").first();
  const copied = async () => {
    await hero.getByRole("button", { name: "Copy the code" }).click();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  await expect.poll(copied).toMatch(/^curl -X POST .*optimize/);
  await hero.getByRole("button", { name: "Python" }).click();
  await expect(hero.getByRole("region", { name: "Example call" })).toContainText("requests.post(");
  await expect.poll(copied).toContain("import requests");
});

test("the language of a call is remembered on the next page, also on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await open(page, "/");
  const hero = page.locator("main > section").first();
  const call = hero.getByRole("region", { name: "Example call" });
  await hero.getByRole("button", { name: "Python" }).click();
  await expect(call).toContainText("requests.post(");
  await hero.getByRole("radio", { name: "Rotate" }).check();
  await expect(call).toContainText('"angle": 90');
  await page.getByRole("contentinfo").getByRole("link", { name: "Features" }).click();
  await section(page, "features").getByRole("tabpanel").getByText("Split PDF").click();
  const dialog = page.getByRole("dialog", { name: "Split PDF" });
  await expect(dialog.getByRole("region", { name: "Example call" })).toContainText(
    "requests.post(",
  );
  await dialog.getByRole("link", { name: "View API Docs" }).click();
  await expect(page.getByRole("tab", { name: "Python" })).toHaveAttribute("aria-selected", "true");
});

test("clicks in the hero are counted by name, after consent", async ({ page, context }) => {
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
