import { expectNoAxeViolations } from "./support/axe";
import { newPerson } from "./support/people";
import { expect, signUp, test } from "./support/test";
import { toast } from "./support/visitor";

test("a user who forgot the password enters the mailed code, which a site without a mail server shows", async ({
  page,
  browser,
  baseURL,
}) => {
  const person = newPerson();
  await signUp(page, person);
  await page.context().clearCookies();
  await page.goto("/forgot-password");
  await page.getByRole("textbox", { name: "Email", exact: true }).fill(person.email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByText("This site has no mail server")).toBeVisible();
  await expect(page.getByRole("link", { name: "/dev/mail" })).toHaveAttribute("href", "/dev/mail");

  const mails = await (await browser.newContext({ baseURL })).newPage();
  const mail = mails.getByRole("article").filter({ hasText: person.email });
  // It is written after the page's response.
  await expect(async () => {
    await mails.goto("/dev/mail");
    await expect(mail).toHaveCount(1, { timeout: 500 });
  }).toPass();
  await expect(mail.getByRole("heading")).toContainText("Reset your");
  await expectNoAxeViolations(mails);
  const [, code = ""] = /\n(\d{6})\n/.exec((await mail.textContent()) ?? "") ?? [];

  const typed = page.getByLabel("Code from the email");
  await typed.fill(code === "000000" ? "000001" : "000000");
  await page.getByRole("button", { name: "Continue with the code" }).click();
  await expect(toast(page, "Could not confirm")).toContainText("used already, or is too old");
  await expect(page.getByRole("textbox", { name: "Email", exact: true })).toHaveValue(person.email);
  await expectNoAxeViolations(page);
  await typed.fill(code);
  await page.getByRole("button", { name: "Continue with the code" }).click();
  await expect(page.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
  await mails.context().close();
});

test("an incomplete code of an invitation is refused with a message", async ({ page }) => {
  await page.goto("/auth/code?type=invite");
  await expect(page.getByRole("heading", { name: "You are invited" })).toBeVisible();
  await page.getByRole("textbox", { name: "Email", exact: true }).fill("nobody@mail.example");
  await page.getByLabel("Code from the email").fill("12");
  await page.getByRole("button", { name: "Continue with the code" }).click();
  await expect(page.getByLabel("Code from the email")).toHaveAccessibleDescription(/six digits/);
});

test("the outbox is not shown through a proxy, or under another host name", async ({
  playwright,
  baseURL,
}) => {
  const api = await playwright.request.newContext({ baseURL });
  const asked: Record<string, string>[] = [
    { "X-Forwarded-For": "192.0.2.1" },
    { Host: "site.example" },
  ];
  for (const headers of asked) {
    for (const path of ["/dev/mail", "/dev/mail.data", "/dev/mail/", "/dev/%6dail"]) {
      const response = await api.get(path, { headers, maxRedirects: 0 });
      expect(await response.text(), path).not.toContain("password");
      expect([301, 404], path).toContain(response.status());
    }
  }
  const own = await api.get("/dev/mail");
  expect(own.headers()["cache-control"]).toContain("no-store");
  await api.dispose();
});
