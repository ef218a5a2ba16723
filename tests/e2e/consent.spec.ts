import type { Page } from "@playwright/test";
import { expect, test } from "./support/test";
import { analyticsScript, countedEvents, expectToast, expectToLast, open } from "./support/visitor";

const banner = (page: Page) => page.getByRole("region", { name: "Cookies", exact: true });
const stored = (page: Page) =>
  page.evaluate(() => [
    localStorage.getItem("cookie-consent"),
    JSON.parse(localStorage.getItem("cookie-preferences") ?? "null"),
  ]);

async function openPreferences(page: Page) {
  await banner(page).getByRole("button", { name: "Preferences" }).click();
  const dialog = page.getByRole("dialog", { name: "Cookie Preferences" });
  await expect(dialog).toBeVisible();
  return dialog;
}

test("the banner stays until it is answered, and offers three choices", async ({ page }) => {
  await open(page, "/about");
  await expect(banner(page).getByRole("button")).toHaveText([
    "Accept All",
    "Reject All",
    "Preferences",
  ]);
  await open(page, "/careers");
  await expect(banner(page)).toBeVisible();
  expect(await stored(page)).toEqual([null, null]);
});

test("accepting all sets every category", async ({ page }) => {
  await open(page, "/about");
  await banner(page).getByRole("button", { name: "Accept All" }).click();
  await expect(banner(page)).toBeHidden();
  await expectToast(page, "Cookies Accepted", "Every category of cookies is allowed.");
  expect(await stored(page)).toEqual([
    "all",
    { necessary: true, analytics: true, preferences: true, marketing: true },
  ]);
  await open(page, "/careers");
  await expect(banner(page)).toBeHidden();
});

test("a keyboard user continues in the page after answering, not at its beginning", async ({
  page,
}) => {
  await open(page, "/about");
  await banner(page).getByRole("button", { name: "Reject All" }).press("Enter");
  await expect(banner(page)).toBeHidden();
  await expect(page.getByRole("main")).toBeFocused();
  await page.evaluate(() => localStorage.clear());
  await open(page, "/about");
  await banner(page).getByRole("button", { name: "Preferences" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Cookie Preferences" });
  await dialog.getByRole("button", { name: /Save/ }).press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("main")).toBeFocused();
});

test("the choice is confirmed for 5 seconds", async ({ page }) => {
  await page.clock.install();
  await open(page, "/about");
  await expectToLast(page, {
    title: "Cookies Rejected",
    milliseconds: 5000,
    async ask() {
      await banner(page).getByRole("button", { name: "Reject All" }).click();
      // As if another tab had lost the choice: the banner is shown again.
      await page.evaluate(() => {
        localStorage.clear();
        window.dispatchEvent(new StorageEvent("storage"));
      });
    },
  });
});

test("rejecting all sets only the necessary ones", async ({ page }) => {
  await open(page, "/about");
  await banner(page).getByRole("button", { name: "Reject All" }).click();
  await expectToast(page, "Cookies Rejected", "Only necessary cookies are allowed.");
  expect(await stored(page)).toEqual([
    "essential",
    { necessary: true, analytics: false, preferences: false, marketing: false },
  ]);
  await open(page, "/careers");
  await expect(banner(page)).toBeHidden();
});

test("custom preferences are saved", async ({ page }) => {
  await open(page, "/about");
  const dialog = await openPreferences(page);
  await dialog.getByRole("switch", { name: "Analytics" }).check();
  await dialog.getByRole("switch", { name: "Marketing" }).check();
  await dialog.getByRole("switch", { name: "Marketing" }).uncheck();
  await dialog.getByRole("button", { name: "Save Preferences" }).click();
  await expect(dialog).toBeHidden();
  await expect(banner(page)).toBeHidden();
  await expectToast(page, "Preferences Saved", "Your cookie preferences are saved.");
  expect(await stored(page)).toEqual([
    "custom",
    { necessary: true, analytics: true, preferences: false, marketing: false },
  ]);
});

test("the necessary cookies cannot be disabled", async ({ page }) => {
  await open(page, "/about");
  const dialog = await openPreferences(page);
  const necessary = dialog.getByRole("switch", { name: "Necessary" });
  await expect(necessary).toBeChecked();
  await expect(necessary).toBeDisabled();
});

for (const way of ["Cancel", "Escape"]) {
  test(`${way} discards the draft, and the banner stays`, async ({ page }) => {
    await open(page, "/about");
    const dialog = await openPreferences(page);
    await dialog.getByRole("switch", { name: "Analytics" }).check();
    if (way === "Cancel") await dialog.getByRole("button", { name: "Cancel" }).click();
    else await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(banner(page)).toBeVisible();
    expect(await stored(page)).toEqual([null, null]);
    await openPreferences(page);
    await expect(dialog.getByRole("switch", { name: "Analytics" })).not.toBeChecked();
  });
}

test("a choice in one tab applies to the others", async ({ page, context }) => {
  await open(page, "/about");
  const other = await context.newPage();
  await open(other, "/careers");
  await banner(other).getByRole("button", { name: "Reject All" }).click();
  await expect(banner(page)).toBeHidden();
});

test("a damaged stored value shows the banner again", async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem("cookie-consent", "custom");
    localStorage.setItem("cookie-preferences", "{");
  });
  await open(page, "/about");
  await expect(banner(page)).toBeVisible();
});

test("before consent no other host is requested and nothing is counted", async ({
  page,
  baseURL,
}) => {
  const hosts = new Set<string>();
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== "data:") hosts.add(origin);
  });
  // A link to another site must not open anything.
  await page.route(/platen\.example/, (route) => route.abort());
  for (const path of ["/", "/blog", "/blog/secure-document-handling-in-the-cloud", "/contact"]) {
    await open(page, path);
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  }
  await open(page, "/about");
  await page.getByRole("link", { name: "Explore Careers" }).click();
  await expect(page).toHaveURL(/\/careers$/);
  expect(await countedEvents(page)).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
  expect([...hosts]).toEqual([baseURL]);
});

for (const [choice, counted] of [
  ["Analytics", 1],
  ["Marketing", 0],
] as const) {
  test(`with only ${choice} allowed, ${counted} clicks are counted`, async ({ page }) => {
    let asked = 0;
    await page.route(analyticsScript, (route) => {
      asked += 1;
      return route.fulfill({ contentType: "text/javascript", body: "window.providerRan = true" });
    });
    await open(page, "/about");
    expect(asked).toBe(0);
    const dialog = await openPreferences(page);
    await dialog.getByRole("switch", { name: choice }).check();
    await dialog.getByRole("button", { name: "Save Preferences" }).click();
    await page.getByRole("link", { name: "Explore Careers" }).click();
    await expect(page).toHaveURL(/\/careers$/);
    expect(await countedEvents(page)).toHaveLength(counted);
    await open(page, "/solutions");
    // The policy lets the provider's script run.
    const ran = () => page.evaluate(() => "providerRan" in window);
    await expect.poll(ran).toBe(counted === 1);
    expect(asked > 0).toBe(counted === 1);
  });
}

for (const [from, path] of [
  ["the footer", "/about"],
  ["the Cookie Policy", "/cookies"],
] as const) {
  test(`consent is withdrawn from ${from}`, async ({ page }) => {
    await open(page, path);
    await banner(page).getByRole("button", { name: "Accept All" }).click();
    await expect(banner(page)).toBeHidden();
    await open(page, path);
    const opener =
      path === "/cookies"
        ? page.getByRole("button", { name: "Manage Cookie Preferences" })
        : page.getByRole("contentinfo").getByRole("link", { name: "Cookie preferences" });
    await opener.click();
    const dialog = page.getByRole("dialog", { name: "Cookie Preferences" });
    const analytics = dialog.getByRole("switch", { name: "Analytics" });
    await expect(analytics).toBeChecked();
    await analytics.uncheck();
    await dialog.getByRole("button", { name: "Save Preferences" }).click();
    await expectToast(page, "Preferences Saved", "Your cookie preferences are saved.");
    await expect(dialog).toBeHidden();
    expect(await stored(page)).toEqual([
      "custom",
      { necessary: true, analytics: false, preferences: true, marketing: true },
    ]);
    await page.getByRole("link", { name: "Platen" }).first().click();
    expect(await countedEvents(page)).toEqual([]);
  });
}
