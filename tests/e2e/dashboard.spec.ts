import type { Page } from "@playwright/test";
import { expectNoAxeViolations } from "./support/axe";
import { gatewayOf } from "./support/gateway";
import { newPerson } from "./support/people";
import { expect, signUp, test } from "./support/test";

const goTo = async (page: Page, name: string) => {
  await page
    .getByRole("navigation", { name: "Dashboard" })
    .getByRole("link", { name, exact: true })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(
    name === "Overview" ? "Hello" : name,
  );
};

async function shownSecret(page: Page): Promise<string> {
  const panel = page.getByRole("region", { name: /is ready$/ });
  await expect(panel).toBeFocused();
  return (await panel.getByText(/^pdf_[\w-]{43}$/).textContent()) ?? "";
}

test("a new user creates a key, sees a call in the chart, and revokes the key", async ({
  userPage: page,
  site,
}) => {
  const ask = gatewayOf(site);
  await expect(page.getByRole("region", { name: "First steps" })).toBeVisible();
  await expect(page.getByText("100", { exact: true })).toBeVisible();
  await expect(page.getByText(/No calls in the last 30 days/)).toBeVisible();
  await expectNoAxeViolations(page);

  await page.getByRole("link", { name: "Create a key" }).click();
  const permissions = page.getByRole("group", { name: "Permissions" });
  await expect(permissions).toBeVisible();
  await expect(async () => {
    await page.reload();
    // Without the lake, which a busy machine may be waiting for, the page has no example.
    const example = /Your first call, Generate QR Code/;
    await expect(permissions).toHaveAccessibleDescription(example, { timeout: 5_000 });
  }).toPass();
  await expect(permissions.getByRole("checkbox", { checked: true })).toHaveAccessibleName(
    /^Create/,
  );
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByLabel("Name")).toHaveAccessibleDescription(/Give the key a name/);
  await expect(page.getByLabel("Name")).toBeFocused();
  await page.getByLabel("Name").fill("Invoices");
  await page.getByRole("button", { name: "Create key" }).click();
  const secret = await shownSecret(page);
  await expect(page.getByRole("region", { name: "Code: Shell" })).toContainText(
    `Authorization: Bearer ${secret}`,
  );
  await expectNoAxeViolations(page);

  expect(await (await fetch(`${site.url}/api/openapi.json`)).json()).toMatchObject({
    openapi: "3.1.0",
  });
  const { body: verdict } = await ask("verify", { key: secret });
  expect(verdict).toMatchObject({ valid: true, plan: { id: "free" }, credits: { remaining: 100 } });
  const usage = { keyId: verdict.key.id, operation: "pdf/optimize", credits: 12 };
  await ask("usage", { ...usage, idempotencyKey: "one" });
  await ask("usage", { ...usage, idempotencyKey: "one" });
  const failed = await ask("usage", { ...usage, idempotencyKey: "two" });
  await ask("reversal", { entryId: failed.body.entryId });

  await goTo(page, "Overview");
  await expect(page.getByRole("region", { name: "Credits", exact: true })).toContainText(
    "88left of 100",
  );
  await expect(page.getByRole("region", { name: "First steps" })).toBeHidden();
  await page.getByText("View as table").click();
  const table = page.getByRole("table", { name: "Credits used by day" });
  await expect(table.getByRole("row").nth(1)).toContainText(/112$/);
  await expect(table.getByRole("row")).toHaveCount(31);
  await expectNoAxeViolations(page);

  await page.getByText("By operation and key").click();
  await expect(page.getByRole("table", { name: "Credits used by operation" })).toContainText(
    "Optimize PDF112",
  );
  await expect(page.getByRole("table", { name: "Credits used by key" })).toContainText(
    "Invoices112",
  );
  await page.getByRole("link", { name: "View all activity" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Activity");
  const activity = page.getByRole("list", { name: "Activity" });
  await expect(activity).toContainText("Call reversedOptimize PDF with the key “Invoices”");
  await expect(activity).toContainText("Account created");
  await expectNoAxeViolations(page);
  await page.getByRole("link", { name: "Credits", exact: true }).click();
  await expect(activity).not.toContainText("Account created");
  await expect(page.getByRole("link", { name: "Export CSV" })).toHaveAttribute(
    "href",
    "/dashboard/activity.csv?show=credits",
  );

  await goTo(page, "API keys");
  await page.getByText("Rotate Invoices").click();
  await page.getByRole("button", { name: "Rotate the key" }).click();
  const next = await shownSecret(page);
  for (const key of [secret, next]) {
    expect((await ask("verify", { key })).body.code).toBe("valid");
  }
  await page.getByText("Revoke Invoices").last().click();
  await page.getByRole("button", { name: "Revoke the key" }).click();
  await expect(page.getByText("Key revoked").first()).toBeVisible();
  expect((await ask("verify", { key: secret })).body.code).toBe("revoked");
  expect((await ask("verify", { key: next })).body.code).toBe("valid");
});

test("a user requests another plan and withdraws the request", async ({ userPage: page }) => {
  await goTo(page, "Plan");
  await expect(page.getByRole("link", { name: "Contact Sales" })).toHaveAttribute(
    "href",
    /^mailto:.*subject=Enterprise%20Plan%20Inquiry$/,
  );
  await expectNoAxeViolations(page);
  await expect(page.getByText("+900 credits a month")).toBeVisible();
  await expect(page.getByText(/within one working day/).first()).toBeVisible();
  await page.getByRole("button", { name: "Request Developer" }).click();
  await expect(page.getByText(/You requested Developer/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Request Business" })).toBeHidden();
  await expectNoAxeViolations(page);
  await page.getByRole("button", { name: "Withdraw the request" }).click();
  await expect(page.getByRole("button", { name: "Request Business" })).toBeVisible();
});

test("a sign-up from a plan's price leads to requesting that plan", async ({ page }) => {
  const person = newPerson();
  await page.goto("/");
  await page.locator("#pricing a[href='/signup?plan=business']").click();
  await page.getByLabel("Name").fill(person.name);
  await page.getByRole("textbox", { name: "Email", exact: true }).fill(person.email);
  await page.getByLabel("Password").fill(person.password);
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByText("You chose Business")).toBeVisible();
  await page.getByRole("button", { name: "Request Business" }).click();
  await expect(page.getByText(/You requested Business/)).toBeVisible();
  await expect(page.getByText("You chose Business")).toBeHidden();
});

test("keys are created and revoked without JavaScript, and no page is too wide for a phone", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    baseURL,
    javaScriptEnabled: false,
    viewport: { width: 360, height: 800 },
  });
  const page = await context.newPage();
  await signUp(page, newPerson());
  for (const path of ["", "/activity", "/plan", "/keys"].map((end) => `/dashboard${end}`)) {
    await page.goto(path);
    const width = await page.locator("html").evaluate((html) => html.scrollWidth);
    expect([path, width]).toEqual([path, 360]);
  }
  await page.getByLabel("Name").fill("Shop");
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByText(/^pdf_[\w-]{43}$/)).toBeVisible();
  await page.getByText("Revoke Shop").click();
  await page.getByRole("button", { name: "Revoke the key" }).click();
  await expect(page.getByText("Every call with it is refused from now on.").first()).toBeVisible();
  await expect(page.getByText("1 inactive key")).toBeVisible();
  await context.close();
});
