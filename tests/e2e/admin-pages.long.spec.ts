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
    "/admin/mails",
    "/admin/audit",
    "/admin/health",
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
  const button = page.getByRole("button", { name: "Send invitation" });
  await expect(button).toBeFocused();
  await expect(async () => {
    const [box, cover] = [await button.boundingBox(), await banner.boundingBox()];
    expect(box && cover && box.y + box.height <= cover.y).toBe(true);
  }).toPass();
});

test("a filter of the users applies at once, shows as a chip, and is removed by it", async ({
  adminPage: page,
}) => {
  await open(page, "/admin/users?state=active");
  await expect(page.getByRole("cell", { name: "Active", exact: true }).first()).toBeVisible();
  await expect(page.getByRole("cell", { name: "Free", exact: true }).first()).toBeVisible();
  const form = page.getByRole("search").filter({ hasText: "Order" });
  await form.getByLabel("Role").selectOption("Editor");
  await expect(page).toHaveURL(/role=Editor/);
  await expect(form.getByLabel("Role")).toBeFocused();
  const chips = page.getByRole("list", { name: "Active filters" });
  await chips.getByRole("link", { name: "Remove filter Role: Editor" }).click();
  await expect(page).not.toHaveURL(/role=Editor/);
  await expect(page).toHaveURL(/state=active/);
  await chips.getByRole("link", { name: "Clear filters" }).click();
  await expect(chips).toHaveCount(0);
});

test("all users of a page are selected at once, and their number is said", async ({
  adminPage: page,
}) => {
  await open(page, "/admin/users");
  const count = await page.getByRole("checkbox", { name: /^Select \S+@/ }).count();
  const all = page.getByRole("checkbox", { name: "Select all on this page" });
  await all.check();
  await expect(page.getByText(`${count} selected`)).toBeVisible();
  await page
    .getByRole("checkbox", { name: /^Select \S+@/ })
    .first()
    .uncheck();
  await expect(page.getByText(`${count - 1} selected`)).toHaveCount(count > 1 ? 1 : 0);
  await expect(all).not.toBeChecked();
});
