import type { Page } from "@playwright/test";
import { expect, test } from "./support/test";
import { alreadyAsked, expectToast, open } from "./support/visitor";

const fields = ["Name", "Email", "Company", "Subject", "Message"] as const;
const field = (page: Page, name: (typeof fields)[number]) =>
  page.getByRole("textbox", { name, exact: true });
const send = (page: Page) => page.getByRole("button", { name: "Send Message" });

const inquiry = {
  Name: "Nora Newcomer",
  Email: "nora@paper.example",
  Company: "Quiet Paper & Co",
  Subject: "40,000 statements?",
  Message: "Two lines\nand an umlaut: ü & = %",
};

async function fill(page: Page, values: Partial<typeof inquiry>) {
  for (const name of fields) await field(page, name).fill(values[name] ?? "");
}

/** The URLs that the page makes the browser open, and when, as the browser itself reports it. */
async function watchNavigations(page: Page) {
  const asked: string[] = [];
  const browser = await page.context().newCDPSession(page);
  await browser.send("Page.enable");
  browser.on("Page.frameRequestedNavigation", ({ url }) => asked.push(url));
  return asked;
}

test.beforeEach(({ page }) => alreadyAsked(page));

test("the form has its fields, all required except the company", async ({ page }) => {
  await open(page, "/contact");
  for (const name of fields) {
    await expect(field(page, name)).toHaveValue("");
    const required = await field(page, name).evaluate(
      (control: HTMLInputElement) => control.required,
    );
    expect([name, required]).toEqual([name, name !== "Company"]);
  }
  await expect(field(page, "Email")).toHaveAttribute("type", "email");
});

test("sending opens the mail client with everything filled in, waits half a second, confirms and clears the form", async ({
  page,
}) => {
  const asked = await watchNavigations(page);
  await page.clock.install();
  await open(page, "/contact?subject=SecurityInquiry");
  await fill(page, inquiry);
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await send(page).click();
  await expect.poll(() => asked).toHaveLength(1);
  const mail = new URL(asked[0] ?? "");
  expect(mail.protocol + mail.pathname).toBe("mailto:hello@platen.example");
  expect(mail.searchParams.get("subject")).toBe(inquiry.Subject);
  expect(mail.searchParams.get("body")).toBe(
    "Name: Nora Newcomer\r\nEmail: nora@paper.example\r\nCompany: Quiet Paper & Co\r\n\r\nMessage:\r\nTwo lines\r\nand an umlaut: ü & = %\r\n",
  );
  await page.clock.runFor(499);
  const submitting = page.getByRole("button", { name: "Opening your email client" });
  await expect(submitting).toBeVisible();
  await expect(field(page, "Name")).toHaveValue(inquiry.Name);
  await page.clock.runFor(1);
  await expect(submitting).toBeHidden();
  await page.clock.resume();
  await expectToast(
    page,
    "Email Client Opened",
    "Your email client should have opened. Please review and send your message.",
  );
  for (const name of fields) await expect(field(page, name)).toHaveValue("");
});

test("without a company the mail says N/A", async ({ page }) => {
  const asked = await watchNavigations(page);
  await open(page, "/contact");
  await fill(page, { ...inquiry, Company: "" });
  await send(page).click();
  await expect.poll(() => asked).toHaveLength(1);
  expect(new URL(asked[0] ?? "").searchParams.get("body")).toContain("Company: N/A\r\n");
});

test("a double click sends once", async ({ page }) => {
  const asked = await watchNavigations(page);
  await open(page, "/contact");
  await fill(page, inquiry);
  await send(page).dblclick();
  await expectToast(
    page,
    "Email Client Opened",
    "Your email client should have opened. Please review and send your message.",
  );
  expect(asked).toHaveLength(1);
});

test("where no mail client opened, the message can be copied", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, "/contact");
  await fill(page, inquiry);
  await send(page).click();
  const prepared = page.getByRole("region", { name: "Your message is ready" });
  await expect(prepared).toContainText("To: hello@platen.example");
  await prepared.getByRole("button", { name: "Copy the message" }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain("Subject: 40,000 statements?");
});

test("a missing value is reported beside its field, and the first one gets the focus", async ({
  page,
}) => {
  const asked = await watchNavigations(page);
  await open(page, "/contact");
  await fill(page, { Email: "nora at paper", Message: "Hello" });
  await send(page).click();
  await expect(page.getByRole("alert")).toHaveText("3 fields need another look.");
  await expect(field(page, "Name")).toHaveAccessibleDescription("Tell us your name.");
  await expect(field(page, "Email")).toHaveAccessibleDescription(
    "Enter an email address, such as name@company.example.",
  );
  await expect(field(page, "Subject")).toHaveAccessibleDescription(
    "Say in a few words what it is about.",
  );
  await expect(field(page, "Name")).toBeFocused();
  await field(page, "Name").fill("Nora");
  await expect(field(page, "Name")).not.toHaveAttribute("aria-invalid");
  expect(asked).toEqual([]);
});

for (const [parameter, subject] of [
  ["GeneralApplication", "General Application"],
  ["SecurityInquiry", "Security Inquiry"],
  ["Claim%20your%20prize", ""],
  [`${"x".repeat(3000)}`, ""],
  ["%3Cscript%3E", ""],
] as const) {
  test(`?subject=${parameter.slice(0, 30)} fills in "${subject}"`, async ({ page }) => {
    expect((await open(page, `/contact?subject=${parameter}`))?.status()).toBe(200);
    await expect(field(page, "Subject")).toHaveValue(subject);
  });
}

test("the cards have three email addresses, two phone numbers, the hours and the office", async ({
  page,
}) => {
  await open(page, "/contact");
  const main = page.getByRole("main");
  for (const address of ["hello", "sales", "support"]) {
    await expect(main.getByRole("link", { name: `${address}@platen.example` })).toHaveAttribute(
      "href",
      `mailto:${address}@platen.example`,
    );
  }
  await expect(main.locator("a[href^='tel:']")).toHaveText(["+1 307 555 0142", "+1 307 555 0177"]);
  await expect(main.getByText("24/7")).toBeVisible();
  await expect(main.getByText("Mon–Fri, 9 AM – 5 PM (MST)").first()).toBeVisible();
  await expect(main.getByText("Cheyenne, Wyoming 82001")).toBeVisible();
  const map = main.getByRole("link", { name: "View on Map" });
  await expect(map).toHaveAttribute("target", "_blank");
  await expect(main.getByRole("link", { name: "Read the FAQ" })).toHaveAttribute("href", "/#faq");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the server creates the mail, and shows errors beside the fields", async ({ page }) => {
    await page.goto("/contact");
    await fill(page, { ...inquiry, Name: "   " });
    await send(page).click();
    await expect(page.getByRole("alert")).toHaveText("1 field needs another look.");
    await expect(field(page, "Name")).toHaveAccessibleDescription("Tell us your name.");
    await expect(field(page, "Message")).toHaveValue(inquiry.Message);
    await field(page, "Name").fill(inquiry.Name);
    await send(page).click();
    const link = page.getByRole("link", { name: "Open in email client" });
    const mail = new URL((await link.getAttribute("href")) ?? "");
    expect(mail.searchParams.get("subject")).toBe(inquiry.Subject);
    expect(mail.searchParams.get("body")).toContain("Company: Quiet Paper & Co\r\n");
  });
});

test("a form that no browser would send is refused without a server error", async ({
  request,
  baseURL,
}) => {
  const headers = { Origin: baseURL ?? "" };
  const responses = await Promise.all([
    request.post("/contact", { headers, form: {} }),
    request.post("/contact", { headers, form: { name: "x".repeat(10_000) } }),
    request.post("/contact", { headers, data: "{", failOnStatusCode: false }),
    request.post("/contact", {
      headers,
      multipart: { name: { name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("a") } },
    }),
  ]);
  for (const response of responses) expect(response.status()).toBe(400);
});

test("the first invalid field is in full view, with its label", async ({ page }) => {
  await open(page, "/contact");
  await field(page, "Name").evaluate((control) => {
    window.scrollBy(0, control.getBoundingClientRect().top - 16);
  });
  await field(page, "Name").press("Enter");
  await expect(field(page, "Name")).toBeFocused();
  const bar = await page.getByRole("banner").boundingBox();
  const label = await page.getByText("Name", { exact: true }).first().boundingBox();
  expect(label?.y).toBeGreaterThan((bar?.y ?? 0) + (bar?.height ?? 0));
});
