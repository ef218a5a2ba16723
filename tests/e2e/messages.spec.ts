import type { Page } from "@playwright/test";
import type { SanityClient } from "@sanity/client";
import { expectNoAxeViolations } from "./support/axe";
import { mailInOutbox } from "./support/mailbox";
import { expect, test } from "./support/test";
import { alreadyAsked, expectToast, open } from "./support/visitor";

/* The contact form that sends messages, from a visitor to an administrator, as a new site has it. */

const inquiry = {
  Name: "Nora Newcomer",
  Email: "nora@paper.example",
  Company: "Quiet Paper & Co",
  Subject: "40,000 statements?",
  Message: "Two lines\nand an umlaut: ü <b>!</b> https://paper.example",
};

const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const form = (page: Page) => page.getByRole("region", { name: "Send us a message" });

/** Switches messages on, and opens the form once the site knows. */
async function openForm(lake: SanityClient, page: Page, search = "") {
  await lake.patch("siteSettings").set({ "behaviour.contactForm": "messages" }).commit();
  await expect(async () => {
    await page.goto(`/contact${search}`);
    await expect(form(page)).toContainText("We reply to your email address.", { timeout: 500 });
  }).toPass();
}

async function fill(page: Page, values: Partial<typeof inquiry>) {
  for (const [name, text] of Object.entries(values)) await field(page, name).fill(text);
}

/** Sends the form, until it is no longer too early for a person. */
async function send(page: Page) {
  const replies = form(page).getByRole("status").or(form(page).getByRole("alert"));
  await expect(async () => {
    await form(page).getByRole("button", { name: "Send Message" }).click();
    // Sent again before the reply, a message that has arrived would be followed by an empty form.
    await expect(form(page).getByRole("button", { name: "Send Message" })).toBeEnabled();
    await expect(replies).toContainText("your message has arrived", { timeout: 3_000 });
  }).toPass();
}

test("a visitor sends a message, an administrator reads, assigns and closes it", async ({
  lake,
  page,
  adminPage,
  site,
}) => {
  await alreadyAsked(page);
  await alreadyAsked(adminPage);
  await openForm(lake, page, "?subject=GeneralApplication");
  await open(page, "/contact?subject=GeneralApplication");
  await expect(field(page, "Message")).toHaveAccessibleDescription(/link to your resume/);
  await form(page).getByRole("button", { name: "Send Message" }).click();
  await expect(form(page).getByRole("alert")).toHaveText("3 fields need another look.");
  await expect(field(page, "Name")).toBeFocused();
  await fill(page, inquiry);
  await expectNoAxeViolations(page);
  await send(page);
  await expectToast(
    page,
    "Message sent",
    "Thank you, your message has arrived. We will reply to nora@paper.example.",
  );
  for (const name of ["Name", "Email", "Message"]) await expect(field(page, name)).toHaveValue("");
  expect(await mailInOutbox(site, "hello@platen.example")).toMatchObject({
    subject: "Contact form: 40,000 statements?",
  });

  await open(adminPage, "/admin/messages");
  const navigation = adminPage.getByRole("navigation", { name: "Administration" });
  await expect(navigation.getByRole("link", { name: "Messages" })).toHaveAccessibleName(
    /Messages\s*\d+ open/,
  );
  await expectNoAxeViolations(adminPage);
  await adminPage.getByRole("link", { name: inquiry.Subject }).click();
  await expect(adminPage.getByRole("heading", { name: inquiry.Subject })).toBeVisible();
  await expect(
    adminPage.getByText("and an umlaut: ü <b>!</b> https://paper.example"),
  ).toBeVisible();
  await expect(adminPage.getByRole("link", { name: "https://paper.example" })).toHaveCount(0);
  await expect(adminPage.getByRole("link", { name: "Reply by email" })).toHaveAttribute(
    "href",
    /^mailto:nora@paper\.example\?subject=Re%3A%2040%2C000/,
  );
  await expectNoAxeViolations(adminPage);
  await adminPage.getByRole("button", { name: "Assign to me" }).click();
  await expect(adminPage.getByRole("button", { name: "Unassign" })).toBeVisible();
  await adminPage.getByRole("main").getByRole("button", { name: "Close" }).click();
  await expect(adminPage.getByRole("button", { name: "Reopen" })).toBeVisible();
  await adminPage.getByRole("link", { name: "← Messages" }).click();
  await expect(adminPage.getByRole("link", { name: inquiry.Subject })).toHaveCount(0);

  await open(adminPage, "/admin/messages?state=closed");
  await adminPage.getByRole("checkbox", { name: "Select the message of Nora Newcomer" }).check();
  await adminPage.getByRole("button", { name: "Delete" }).click();
  await expect(adminPage.getByText("1 message deleted").first()).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the message is read once more and then sent, and an error loses nothing", async ({
    lake,
    page,
    adminPage,
  }) => {
    await openForm(lake, page);
    await fill(page, { ...inquiry, Name: "   ", Subject: "On paper" });
    await form(page).getByRole("button", { name: "Send Message" }).click();
    await expect(form(page).getByRole("alert")).toHaveText("1 field needs another look.");
    await expect(field(page, "Name")).toHaveAccessibleDescription("Tell us your name.");
    await expect(field(page, "Message")).toHaveValue(inquiry.Message);
    await fill(page, { Name: inquiry.Name });
    await send(page);
    await expect(field(page, "Message")).toHaveValue("");

    await adminPage.goto("/admin/messages");
    await adminPage.getByRole("link", { name: "On paper" }).click();
    await adminPage.getByRole("button", { name: "Delete" }).click();
    await expect(adminPage.getByRole("link", { name: "On paper" })).toHaveCount(0);
  });
});
