import { validThrough } from "../../app/content/job-valid-through";
import { formatDate } from "../../app/ui/format/format-date";
import { openLake } from "./support/lake";
import { expect, test } from "./support/test";
import { alreadyAsked, open, openUntil } from "./support/visitor";

const openings = [
  ["swe-001", "Senior Backend Engineer", "Engineering"],
  ["pm-002", "Product Manager – API Platform", "Product"],
  ["mkt-003", "Developer Marketing Manager", "Marketing"],
] as const;

const fourMonthsAgo = new Date(Date.now() - 123 * 86_400_000).toISOString().slice(0, 10);

test.beforeEach(({ page }) => alreadyAsked(page));

test("the page has four reasons to join, in cards", async ({ page }) => {
  await open(page, "/careers");
  const reasons = page.getByRole("region", { name: "Why join Platen" });
  await expect(reasons.getByRole("heading", { level: 3 })).toHaveText([
    "Innovate & Impact",
    "Collaborative Culture",
    "Growth Opportunities",
    "Remote-First Flexibility",
  ]);
});

test("every opening shows its details and a way to apply", async ({ page }) => {
  await open(page, "/careers");
  const list = page.getByRole("region", { name: "Open positions" }).locator("ul > li");
  await expect(list).toHaveCount(3);
  for (const [index, [id, title, department]] of openings.entries()) {
    const opening = list.nth(index);
    await expect(opening.getByRole("heading")).toHaveText(title);
    await expect(opening).toContainText(department);
    await expect(opening).toContainText("Full-time");
    await expect(opening).toContainText("Remote");
    await expect(opening).toContainText("You will");
    await expect(opening.getByRole("link", { name: /^Learn More & Apply/ })).toHaveAttribute(
      "href",
      `/careers/${id}`,
    );
  }
});

test("a visitor without a suitable opening sends a general application", async ({ page }) => {
  await open(page, "/careers");
  await page.getByRole("link", { name: "Submit General Application" }).click();
  await expect(page).toHaveURL(/\/contact\?subject=GeneralApplication$/);
  await expect(page.getByLabel("Subject")).toHaveValue("General Application");
  await expect(page.getByRole("textbox", { name: "Message" })).toHaveAccessibleDescription(
    /Attach your resume/,
  );
});

for (const [id, title, department] of openings) {
  test(`the opening ${id} has its lists, its details and a way to apply`, async ({ page }) => {
    expect((await open(page, `/careers/${id}`))?.status()).toBe(200);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    for (const name of ["Responsibilities", "Qualifications", "Benefits"]) {
      await expect(page.getByRole("heading", { level: 2, name })).toBeVisible();
    }
    await expect(page.getByRole("definition").filter({ hasText: department })).toBeVisible();
    await expect(
      page.getByRole("definition").filter({ hasText: "$80,000 – $180,000 a year" }),
    ).toBeVisible();
    const apply = page.getByRole("link", { name: "Apply by email" }).first();
    await expect(apply).toHaveAttribute(
      "href",
      `mailto:hello@platen.example?subject=${encodeURIComponent(`Application: ${title} (${id})`)}`,
    );
  });
}

test("search engines get the salary and term of an opening", async ({ page, adminPage }) => {
  const { postedDate } = await openLake(adminPage.request).read("jobOpening-swe-001");
  const posted = String(postedDate);
  // The sample content is as old as the site.
  expect(Date.now() - Date.parse(posted)).toBeLessThan(30 * 86_400_000);
  await open(page, "/careers/swe-001");
  const nodes = await page.locator("script[type='application/ld+json']").allTextContents();
  expect(nodes.map((text) => JSON.parse(text))).toContainEqual(
    expect.objectContaining({
      "@type": "JobPosting",
      datePosted: posted,
      validThrough: validThrough(posted, null),
      employmentType: "FULL_TIME",
      baseSalary: expect.objectContaining({
        currency: "USD",
        value: expect.objectContaining({ minValue: 80000, maxValue: 180000, unitText: "YEAR" }),
      }),
    }),
  );
});

test("without openings the page asks for a resume", async ({ page, adminPage }) => {
  const lake = openLake(adminPage.request);
  const ids = openings.map(([id]) => `jobOpening-${id}`);
  const documents = await Promise.all(ids.map((id) => lake.read(id)));
  await lake.remove(...ids);
  try {
    await openUntil(page, "/careers", page.getByText("No openings at the moment"));
    await expect(page.getByText(/(no|nothing) .*at the moment/i)).toHaveCount(1);
    await expect(page.getByText("Send us your resume")).toBeVisible();
    await expect(page.getByRole("link", { name: "Send your resume" })).toHaveAttribute(
      "href",
      "/contact?subject=GeneralApplication",
    );
  } finally {
    await lake.publish(...documents);
    await openUntil(page, "/careers", page.getByRole("heading", { name: openings[0][1] }));
  }
});

for (const [description, dates, lastDay] of [
  ["its last day", { validThrough: "2025-08-31" }, "2025-08-31"],
  [
    "three months, without a last day",
    { postedDate: fourMonthsAgo },
    validThrough(fourMonthsAgo, null),
  ],
] as const) {
  test(`an opening is closed after ${description}, and nothing links to it`, async ({
    page,
    adminPage,
  }) => {
    const lake = openLake(adminPage.request);
    const opening = await lake.read("jobOpening-mkt-003");
    await lake.publish({ ...opening, ...dates });
    try {
      await openUntil(page, "/careers/mkt-003", page.getByText("This position is closed").first());
      await expect(
        page.getByText(`Applications were taken until ${formatDate(lastDay)}.`),
      ).toBeVisible();
      await expect(page.getByRole("link", { name: "Apply by email" })).toHaveCount(0);
      const nodes = page.locator("script[type='application/ld+json']");
      expect((await nodes.allTextContents()).join()).not.toContain("JobPosting");
      await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", /noindex/);
      await openUntil(page, "/careers", page.getByRole("link", { name: /^See 2 openings/ }));
      await expect(page.getByRole("heading", { name: openings[2][1] })).toHaveCount(0);
      for (const path of ["/sitemap.xml", "/sitemap"])
        await expect
          .poll(async () => (await page.request.get(path)).text())
          .not.toContain("mkt-003");
    } finally {
      await lake.publish(opening);
      await openUntil(page, "/careers", page.getByRole("heading", { name: openings[2][1] }));
    }
  });
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a visitor gets from the list to an opening and to the form", async ({ page }) => {
    await page.goto("/careers");
    await page.getByRole("link", { name: /^Learn More & Apply.*Senior/ }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Senior Backend Engineer");
    await page.goto("/contact?subject=GeneralApplication");
    await expect(page.getByLabel("Subject")).toHaveValue("General Application");
  });
});
