import { requestsElsewhere, studio } from "./support/studio";
import { expect, test } from "./support/test";

const phone = { width: 390, height: 844 };

test("on a phone the Studio offers nothing of Sanity's cloud, and connects to no other host", async ({
  adminPage: page,
  site,
}) => {
  test.slow();
  const elsewhere = requestsElsewhere(page, site.url);
  await page.setViewportSize(phone);
  await page.goto("/studio/structure/blog;author;author-ines-calloway");
  await expect(studio.field(page, "Name")).toHaveValue("Ines Calloway");
  // Sanity's button of the menu is named by its tooltip; it comes first.
  await page.getByRole("main").getByRole("button").first().click();
  await expect(page.getByRole("button", { name: "Sign out" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Queries" })).toBeVisible();

  for (const offer of [
    /manage project/i,
    /register/i,
    /feedback/i,
    /invite/i,
    /workspace/i,
    /help/i,
  ])
    for (const role of ["button", "link", "menuitem"] as const)
      await expect(page.getByRole(role, { name: offer })).toHaveCount(0);
  // Sanity's own: hidden, so that the link is looked for in the right place.
  const manage = page.locator('a[href*="/manage/project/"]');
  await expect(manage).not.toHaveCount(0);
  await expect(manage.filter({ visible: true })).toHaveCount(0);
  const links = page.getByRole("link");
  const addresses = await links.evaluateAll((all) =>
    all.flatMap((link) => (link instanceof HTMLAnchorElement ? new URL(link.href).origin : [])),
  );
  expect(new Set(addresses)).toEqual(new Set([new URL(site.url).origin]));
  expect(elsewhere).toEqual([]);
});

test("signing out from the menu of a phone leads to the site's own page", async ({
  editorPage: page,
}) => {
  await page.setViewportSize(phone);
  await page.goto("/studio/structure/blog;author;author-ines-calloway");
  await expect(studio.field(page, "Name")).toHaveValue("Ines Calloway");
  await page.getByRole("main").getByRole("button").first().click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect((await page.request.get("/lake/v2025-02-19/users/me")).status()).toBe(401);
});
