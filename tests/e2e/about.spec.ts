import { expect, test } from "./support/test";
import { alreadyAsked, open } from "./support/visitor";

test.beforeEach(({ page }) => alreadyAsked(page));

test("the page shows mission, story and vision", async ({ page }) => {
  await open(page, "/about");
  for (const name of ["Our mission", "Our story", "Our vision"]) {
    const part = page.getByRole("region", { name });
    expect((await part.innerText()).length).toBeGreaterThan(150);
  }
});

test("the core team has four members with portraits, two of them founders", async ({ page }) => {
  await open(page, "/about");
  const people = page.getByRole("region", { name: "The core team" }).getByRole("listitem");
  await expect(people).toHaveCount(4);
  for (const person of await people.all()) {
    await expect(person.getByRole("heading")).toHaveText(/\w+ \w+/);
    await expect(person.getByRole("img")).toHaveAttribute("alt", /.{20,}/);
  }
  await expect(people.getByText("Founder", { exact: true })).toHaveCount(2);
});

test("there are four core values", async ({ page }) => {
  await open(page, "/about");
  const values = page.getByRole("region", { name: "What we hold on to" });
  await expect(values.getByRole("heading", { level: 3 })).toHaveText([
    "Innovation",
    "Customer-Centricity",
    "Excellence",
    "Integrity",
  ]);
});

test("the timeline has five steps in order", async ({ page }) => {
  await open(page, "/about");
  const steps = page.getByRole("region", { name: "Five steps so far" }).getByRole("listitem");
  await expect(steps).toHaveText([/^2021/, /^2022/, /^2023/, /^2024/, /^2025/]);
});

for (const [name, address] of [
  ["Explore Careers", "/careers"],
  ["Partner With Us", "/contact"],
] as const) {
  test(`${name} leads to ${address}`, async ({ page }) => {
    await open(page, "/about");
    await page.getByRole("link", { name }).click();
    await expect(page).toHaveURL(new RegExp(`${address}$`));
  });
}
