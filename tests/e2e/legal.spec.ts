import { expect, test } from "./support/test";
import { open } from "./support/visitor";

const pages = [
  { path: "/terms", title: "Terms of Service", sections: 12, last: "contact" },
  { path: "/privacy", title: "Privacy Policy", sections: 12, last: "contact-us" },
  { path: "/cookies", title: "Cookie Policy", sections: 6, last: "contact-us" },
];

const notice = { title: "Feature In Progress", words: /coming soon.+banner.+settings/ };

for (const { path, title, sections, last } of pages) {
  test(`${path} has its title, its date and its sections`, async ({ page }) => {
    await open(page, path);
    await expect(page).toHaveTitle(new RegExp(`^${title} · `));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(page.getByText("Last updated June 15, 2025")).toBeVisible();
    const anchors = await page
      .getByRole("navigation", { name: "On this page" })
      .getByRole("link")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")?.split("#")[1] ?? ""));
    expect(anchors.length).toBe(sections);
    expect(anchors.at(-1)).toBe(last);
    for (const anchor of anchors) await expect(page.locator(`section#${anchor}`)).toHaveCount(1);
  });

  test(`${path} highlights the current section in its table of contents`, async ({ page }) => {
    await open(page, path);
    const contents = page.getByRole("navigation", { name: "On this page" });
    const marked = contents.locator("[aria-current]");
    await expect(marked).toHaveCount(0);
    for (const link of await contents.getByRole("link").all()) {
      await link.click();
      await expect(link).toHaveAttribute("aria-current", "location");
      await expect(marked).toHaveCount(1);
    }
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect(marked).toHaveCount(0);
  });

  test(`${path} has its structured data`, async ({ page }) => {
    await open(page, path);
    const canonical = page.locator("link[rel=canonical]");
    await expect(canonical).toHaveAttribute("href", new RegExp(`${path}$`));
    await expect(page.locator("meta[name=description]")).toHaveAttribute("content", /.{60,}/);
    const data = await page.locator("script[type='application/ld+json']").allTextContents();
    expect(data.join()).toContain('"@type":"BreadcrumbList"');
    expect(data.join()).toContain('"dateModified":"2025-06-15"');
  });

  test(`${path} has its table of contents at hand on a phone`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    await open(page, path);
    const contents = page.getByRole("navigation", { name: "On this page" });
    await expect(contents).toBeHidden();
    await page.locator("summary").filter({ hasText: "On this page" }).click();
    await expect(contents.getByRole("link")).toHaveCount(sections);
  });
}

test("the highlight moves while scrolling", async ({ page }) => {
  await open(page, "/terms");
  const marked = page
    .getByRole("navigation", { name: "On this page" })
    .locator("[aria-current=location]");
  for (const [heading, section] of [
    ["Billing", "Plans and fees"],
    ["Check what matters", "Disclaimers and limits of liability"],
    ["General provisions", "Governing law and arbitration"],
  ] as const) {
    await page
      .getByRole("heading", { name: heading })
      .evaluate((heading) => heading.scrollIntoView());
    await expect(marked).toContainText(section);
  }
});

test("a URL with an anchor opens at its section", async ({ page }) => {
  await open(page, "/terms#governing-law");
  const top = () =>
    page.locator("#governing-law").evaluate((section) => section.getBoundingClientRect().top);
  await expect.poll(async () => Math.round(await top())).toBe(85);
});

test("the privacy policy links to the cookie policy", async ({ page }) => {
  await open(page, "/privacy");
  const section = page.getByRole("region", { name: "Cookies and tracking" });
  await section.getByRole("link", { name: "Cookie Policy" }).click();
  await expect(page).toHaveURL("/cookies");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Cookie Policy");
});

test("managing cookies shows the in-progress notice, if set", async ({ lake, page }) => {
  await lake.patch("siteSettings").set({ "behaviour.cookieButton": "notice" }).commit();
  const section = page.getByRole("region", { name: "Managing cookies" });
  await expect(async () => {
    await open(page, "/cookies");
    await section.getByRole("button", { name: "Manage Cookie Preferences" }).click();
    await expect(page.getByText(notice.title, { exact: true })).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(page.getByText(notice.words).first()).toBeVisible();
});

test("only the cookie policy has that button", async ({ page, request }) => {
  for (const path of ["/terms", "/privacy"]) {
    await open(page, path);
    await expect(page.getByRole("button", { name: "Manage Cookie Preferences" })).toHaveCount(0);
    expect((await request.post(path)).status()).toBe(405);
  }
});

test("an unknown page is a 404, and an old path redirects", async ({ request }) => {
  for (const path of ["/imprint", "/wp-login.php", "/%ff", `/${"a".repeat(300)}`]) {
    expect((await request.get(path)).status(), path).toBeGreaterThanOrEqual(400);
    expect((await request.get(path)).status(), path).toBeLessThan(500);
    expect((await request.post(path)).status(), path).toBeLessThan(500);
  }
  expect((await request.get("/imprint")).status()).toBe(404);
  expect((await request.post("/imprint")).status()).toBe(404);
  const moved = await request.get("/jobs", { maxRedirects: 0 });
  expect(moved.headers().location).toBe("/careers");
});

test("without JavaScript the text is readable and the button responds", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${baseURL}/cookies`);
  const contents = page.getByRole("navigation", { name: "On this page" });
  await contents.getByRole("link", { name: "Managing cookies" }).click();
  await expect(page).toHaveURL(/\/cookies#managing-cookies$/);
  await page.getByRole("button", { name: "Manage Cookie Preferences" }).click();
  await expect(page).toHaveURL(/\/cookies$/);
  await expect(page.getByRole("status")).toContainText("Only necessary cookies are set");
  await context.close();
});

test("only the text is printed, without buttons", async ({ page }) => {
  await open(page, "/cookies");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { name: "Types of cookies" })).toBeVisible();
  await expect(page.getByText("Last updated June 15, 2025")).toBeVisible();
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await expect(page.getByRole("button")).toHaveCount(0);
});
