import { arriveAsAdministrator } from "./administrator";
import { expectNoAxeViolations } from "./axe";
import { newPerson } from "./people";
import { expect, signUp, test } from "./test";
import { open } from "./visitor";

test("every page of the administration is accessible, and fits a telephone", async ({ page }) => {
  test.slow();
  const person = newPerson();
  await signUp(page, person);
  await page.context().clearCookies();
  await arriveAsAdministrator(page);
  await open(page, `/admin/users?q=${person.email}`);
  await page.getByRole("link", { name: person.name }).click();
  await expect(page.getByRole("heading", { name: person.name })).toBeVisible();
  const account = new URL(page.url()).pathname;
  const id = account.split("/").at(-1);
  const pages = [
    "/admin/overview",
    "/admin/users",
    "/admin/users?q=nobodyatall",
    "/admin/users/invite",
    `/admin/users/bulk?id=${id}`,
    `/admin/users/bulk?id=${id}&intent=ban&duration=24h`,
    `${account}?intent=ban`,
    `${account}/ledger`,
    "/admin/roles",
    "/admin/plans",
    "/admin/audit",
    "/login/again?redirectTo=/admin/users",
  ];
  for (const path of pages) {
    await open(page, path);
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoAxeViolations(page);
      const room = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(room, `${path} at ${width} px`).toBe(0);
    }
  }
});
