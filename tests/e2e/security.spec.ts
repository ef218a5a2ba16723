import { expect, test } from "./support/test";
import { alreadyAsked, open } from "./support/visitor";

test.beforeEach(({ page }) => alreadyAsked(page));

test("six cards describe how documents are protected", async ({ page }) => {
  await open(page, "/security");
  const cards = page.getByRole("region", { name: "Six safeguards" }).getByRole("listitem");
  await expect(cards).toHaveCount(6);
  for (const claim of [
    "TLS 1.2",
    "AES-256",
    "60 minutes",
    "24 hours",
    "token that expires",
    "Role-based access",
    "Multi-factor",
    "IP whitelisting",
    "99.9%",
    "credit-based fairness",
  ]) {
    await expect(cards.filter({ hasText: claim })).not.toHaveCount(0);
  }
});

test("the page links to the privacy policy, and to the form with its subject", async ({ page }) => {
  await open(page, "/security");
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: "Read our Privacy Policy" })).toHaveAttribute(
    "href",
    "/privacy",
  );
  await main.getByRole("link", { name: "Contact our security team" }).click();
  await expect(page).toHaveURL(/\/contact\?subject=SecurityInquiry$/);
  await expect(page.getByLabel("Subject")).toHaveValue("Security Inquiry");
});
