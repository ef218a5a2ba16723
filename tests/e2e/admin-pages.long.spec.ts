import { arriveAsAdministrator } from "./support/administrator";
import { expectNoAxeViolations } from "./support/axe";
import { newPerson } from "./support/people";
import { expect, signUp, test } from "./support/test";
import { open } from "./support/visitor";

test("every page of the administration is accessible, and fits a phone", async ({ page }) => {
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

test("the cookie banner does not cover the button of a form that is filled in by keyboard on a phone", async ({
  adminPage: page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await open(page, "/admin/users/invite");
  const banner = page.getByRole("region", { name: "Cookies", exact: true });
  await expect(banner).toBeVisible();
  await page.getByLabel("Role").focus();
  await page.keyboard.press("Tab");
  const button = page.getByRole("button", { name: "Send the invitation" });
  await expect(button).toBeFocused();
  await expect(async () => {
    const [box, cover] = [await button.boundingBox(), await banner.boundingBox()];
    expect(box && cover && box.y + box.height <= cover.y).toBe(true);
  }).toPass();
});

test("the filters of the users and their button share one line on a wide screen", async ({
  adminPage: page,
}) => {
  await open(page, "/admin/users?state=active");
  await expect(page.getByRole("cell", { name: "Active", exact: true }).first()).toBeVisible();
  await expect(page.getByRole("cell", { name: "Free", exact: true }).first()).toBeVisible();
  const form = page.getByRole("search").filter({ hasText: "Order" });
  const field = await form.getByLabel("Order").boundingBox();
  const button = await form.getByRole("button", { name: "Show" }).boundingBox();
  expect(button && field && button.y >= field.y && button.y < field.y + field.height).toBe(true);
});
