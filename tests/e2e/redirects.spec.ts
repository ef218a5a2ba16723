import type { SanityClient } from "@sanity/client";
import { openLakeClient } from "./support/lake-client";
import { expect, test } from "./support/test";
import { complaintsOf, open } from "./support/visitor";

/** Each from → to; those whose path begins with /for-now are temporary. */
const moves = {
  "/old-page": "/about#team",
  "/for-now": "/careers",
  "/blog/old-slug": "/blog/secure-document-handling-in-the-cloud",
  "/docs/old-feature": "/docs/merge-pdfs",
  "/careers/old-001": "/careers/swe-001",
  "/solutions/old-solution": "/solutions/publishing",
  "/chain-a": "/chain-b",
  "/chain-b": "/for-now-c",
  "/for-now-c": "/security",
  "/ring-a": "/ring-b",
  "/ring-b": "/ring-a",
  "/outside": "https://elsewhere.example/page?x=1",
};

let lake: SanityClient;

test.beforeAll(async ({ browser, site }) => {
  const context = await browser.newContext({ storageState: site.administrator });
  lake = await openLakeClient(await context.newPage(), site.url);
  const transaction = lake.transaction();
  for (const [index, [from, to]] of Object.entries(moves).entries()) {
    transaction.create({
      _id: `moved-${index}`,
      _type: "redirect",
      from,
      to,
      permanent: !from.startsWith("/for-now"),
    });
  }
  await transaction.commit();
  await context.close();
});

test.afterAll(async () => {
  await lake.delete({ query: '*[_type == "redirect" && _id match "moved-*"]' });
});

const expected: [from: string, status: number, location: string][] = [
  ["/old-page", 301, "/about#team"],
  ["/old-page/", 301, "/about#team"],
  ["/old-page?plan=team", 301, "/about?plan=team#team"],
  ["/for-now", 302, "/careers"],
  ["/blog/old-slug", 301, "/blog/secure-document-handling-in-the-cloud"],
  ["/docs/old-feature", 301, "/docs/merge-pdfs"],
  ["/careers/old-001", 301, "/careers/swe-001"],
  ["/solutions/old-solution", 301, "/solutions/publishing"],
  ["/outside", 301, "https://elsewhere.example/page?x=1"],
];

for (const [from, status, location] of expected) {
  test(`${from} redirects to ${location}`, async ({ request }) => {
    for (const method of ["GET", "HEAD"]) {
      const response = await request.fetch(from, { method, maxRedirects: 0 });
      expect(response.status()).toBe(status);
      expect(response.headers().location).toBe(location);
    }
  });
}

test("a chain is one redirect, permanent only when every link is", async ({ request }) => {
  const response = await request.get("/chain-a", { maxRedirects: 0 });
  expect(response.status()).toBe(302);
  expect(response.headers().location).toBe("/security");
});

test("a redirect loop is a 404", async ({ page }) => {
  const response = await page.goto("/ring-a");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Page Not Found" })).toBeVisible();
});

// One rendering serves all URLs of a route: the scripts must work at each.
test("the second 404 works like the first", async ({ page }) => {
  const complaints = complaintsOf(page);
  for (const path of ["/made-up", "/made-up-too", "/blog/made/up", "/about/made-up"]) {
    expect((await open(page, path))?.status()).toBe(404);
    await page.getByRole("link", { name: "Sitemap" }).first().click();
    await expect(page).toHaveURL(/\/sitemap$/);
    await page.goBack();
    await expect(page.getByRole("heading", { name: "Page Not Found" })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(path);
  }
  expect(complaints.filter((complaint) => !complaint.includes("404"))).toEqual([]);
});

test("a POST is not redirected", async ({ request }) => {
  const response = await request.post("/old-page", { form: { a: "b" }, maxRedirects: 0 });
  expect(response.status()).toBe(404);
});

test("data requests for a moved page are redirected as well", async ({ request }) => {
  const response = await request.get("/blog/old-slug.data", { maxRedirects: 0 });
  expect(response.status()).toBe(202);
  expect(await response.text()).toContain("/blog/secure-document-handling-in-the-cloud");
});

test("an editor's change takes effect for the next visitor", async ({ request }) => {
  const locationOf = async () =>
    (await request.get("/old-page", { maxRedirects: 0 })).headers().location;
  expect(await locationOf()).toBe("/about#team");
  await lake.patch("moved-0").set({ to: "/contact" }).commit();
  await expect.poll(locationOf).toBe("/contact");
  await lake.patch("moved-0").set({ to: "/about#team" }).commit();
  await expect.poll(locationOf).toBe("/about#team");
});

test("the documentation's old path redirects permanently", async ({ request }) => {
  const response = await request.get("/documentation", { maxRedirects: 0 });
  expect(response.status()).toBe(301);
  expect(response.headers().location).toBe("/docs");
});
