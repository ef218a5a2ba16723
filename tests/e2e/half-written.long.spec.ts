import type { Page } from "@playwright/test";
import { openLake, type LakeDocument } from "./support/lake";
import { expect, test } from "./support/test";
import { alreadyAsked, complaintsOf, open, openUntil } from "./support/visitor";

/** What no page may show: the traces of a missing value. */
const remains = /\b(undefined|null|NaN|Invalid Date)\b|\[object/;

async function expectToStand(page: Page, path: string) {
  const response = await open(page, path);
  expect([path, response?.status()]).toEqual([path, 200]);
  await expect(page.getByRole("main")).not.toContainText(remains);
  await expect(page.getByRole("contentinfo")).toBeVisible();
}

const slug = (current: string) => ({ _type: "slug", current });

test.beforeEach(({ page }) => alreadyAsked(page));

test("an article with only a title and a slug is listed and readable", async ({
  page,
  adminPage,
}) => {
  const complaints = complaintsOf(page);
  const lake = openLake(adminPage.request);
  await lake.publish({
    _id: "post-bare",
    _type: "post",
    title: "A bare article",
    slug: slug("a-bare-article"),
  });
  try {
    await openUntil(page, "/blog", page.getByRole("heading", { name: "A bare article" }));
    await expect(page.getByRole("main")).not.toContainText(remains);
    await page.getByRole("link", { name: "A bare article", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("A bare article");
    await expectToStand(page, "/blog/a-bare-article");
    await expect(page.getByText("1 min read")).toBeVisible();
    await expectToStand(page, "/blog?q=bare");
    expect(complaints).toEqual([]);
  } finally {
    await lake.remove("post-bare");
  }
});

test("an article with unfinished or unknown blocks shows the others", async ({
  page,
  adminPage,
}) => {
  const complaints = complaintsOf(page);
  const lake = openLake(adminPage.request);
  await lake.publish({
    _id: "post-odd",
    _type: "post",
    title: "An odd article",
    slug: slug("an-odd-article"),
    date: "not a date",
    tags: [],
    legacyAuthor: " , ",
    content: [
      { _key: "a", _type: "block" },
      { _key: "b", _type: "block", style: "h2", children: [{ _key: "b1", _type: "span" }] },
      {
        _key: "c",
        _type: "block",
        style: "unheard-of",
        listItem: "unheard-of",
        children: [{ _key: "c1", _type: "span", text: "Still here.", marks: ["gone"] }],
      },
      { _key: "d", _type: "code" },
      { _key: "e", _type: "image" },
      { _key: "f", _type: "table", rows: [{ _key: "f1", _type: "tableRow" }] },
      { _key: "g", _type: "callout", tone: "unheard-of" },
      { _key: "h", _type: "quote" },
      { _key: "i", _type: "unheardOf" },
    ],
  });
  try {
    await openUntil(page, "/blog/an-odd-article", page.getByText("Still here."));
    await expectToStand(page, "/blog/an-odd-article");
    await expectToStand(page, "/blog");
    expect(complaints).toEqual([]);
  } finally {
    await lake.remove("post-odd");
  }
});

test("a solution without details has a page, and is in the overview", async ({
  page,
  adminPage,
}) => {
  const complaints = complaintsOf(page);
  const lake = openLake(adminPage.request);
  await lake.publish(
    { _id: "solution-bare", _type: "solution", title: "Bare", slug: slug("bare") },
    { _id: "solution-nameless", _type: "solution", slug: slug("nameless") },
  );
  try {
    await openUntil(page, "/solutions", page.getByRole("link", { name: "Bare" }));
    await expectToStand(page, "/solutions");
    await expectToStand(page, "/solutions/bare");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Bare");
    await expectToStand(page, "/solutions/nameless");
    expect(complaints).toEqual([]);
  } finally {
    await lake.remove("solution-bare", "solution-nameless");
  }
});

test("an opening with only an id has a page", async ({ page, adminPage }) => {
  const complaints = complaintsOf(page);
  const lake = openLake(adminPage.request);
  await lake.publish({ _id: "jobOpening-bare", _type: "jobOpening", id: slug("bare-000") });
  try {
    await openUntil(
      page,
      "/careers/bare-000",
      page.getByRole("heading", { name: "Open position" }),
    );
    await expectToStand(page, "/careers/bare-000");
    await expectToStand(page, "/careers");
    expect(complaints).toEqual([]);
  } finally {
    await lake.remove("jobOpening-bare");
  }
});

const sections = [
  "Hero",
  "Trust",
  "Features",
  "HowItWorks",
  "Solutions",
  "Pricing",
  "Faq",
  "ApiDocs",
  "Infrastructure",
  "FeaturesTable",
  "ClosingCta",
];

test("the home page shows its complete sections, without unfinished and unknown ones", async ({
  page,
  adminPage,
}) => {
  const complaints = complaintsOf(page);
  const lake = openLake(adminPage.request);
  const home = await lake.read("homePage");
  await lake.publish({
    _id: "homePage",
    _type: "homePage",
    sections: [
      { _key: "unknown", _type: "homeUnheardOf", heading: "Nobody knows me" },
      { _key: "hero", _type: "homeHero", highlight: "pressed", facts: [{ _key: "a" }] },
      ...sections.map((name) => ({ _key: name, _type: `home${name}` })),
      {
        _key: "links",
        _type: "homeApiDocs",
        heading: "Links that lead nowhere",
        cards: [{ _key: "a", _type: "linkCard", title: "Card", callToAction: { label: "Press" } }],
      },
    ],
  });
  try {
    await openUntil(page, "/", page.getByRole("heading", { name: "Links that lead nowhere" }));
    await expectToStand(page, "/");
    await expect(page.getByText("Nobody knows me")).toHaveCount(0);
    await lake.publish({ _id: "homePage", _type: "homePage" });
    await openUntil(page, "/", page.locator("main:not(:has(section))"));
    expect(complaints).toEqual([]);
  } finally {
    await lake.publish(home);
    await openUntil(page, "/", page.getByRole("heading", { name: "PDFs, pressed to order." }));
  }
});

test("documents on the home page may be incomplete as well", async ({ page, adminPage }) => {
  const complaints = complaintsOf(page);
  const lake = openLake(adminPage.request);
  const ids = [
    "plan-developer",
    "feature-merge-pdfs",
    "featureCategory-enhance",
    "faq-credits",
    "solution-publishing",
    "planComparison",
  ];
  const before = await Promise.all(ids.map((id) => lake.read(id)));
  const bare = before.map(({ _id, _type, slug }): LakeDocument => ({ _id, _type, slug }));
  await lake.publish(...bare);
  try {
    await openUntil(page, "/", page.locator("#features-table:not(:has(td))"));
    await expectToStand(page, "/");
    await expectToStand(page, "/solutions/publishing");
    expect(complaints).toEqual([]);
  } finally {
    await lake.publish(...before);
    await openUntil(page, "/", page.locator("#features-table td").first());
  }
});

const singletons = [
  ["aboutPage", "/about", "About us"],
  ["blogPage", "/blog", "Platen Insights Hub"],
  ["careersPage", "/careers", "Careers"],
  ["contactPage", "/contact", "Contact"],
  ["securityPage", "/security", "Security"],
  ["solutionsPage", "/solutions", "Solutions"],
] as const;

for (const [id, path, heading] of singletons) {
  test(`${path} works without its texts`, async ({ page, adminPage }) => {
    const complaints = complaintsOf(page);
    const lake = openLake(adminPage.request);
    const document = await lake.read(id);
    const written = String(document.heading ?? heading);
    // It links to one of them, and what is linked to cannot be deleted.
    const landing = await lake.read("page-startups");
    await lake.remove(landing._id);
    await lake.publish({ _id: id, _type: id });
    try {
      await openUntil(page, path, page.getByRole("heading", { level: 1, name: heading }));
      await expectToStand(page, path);
      await lake.remove(id);
      await expectToStand(page, path);
      expect(complaints).toEqual([]);
    } finally {
      await lake.publish(document, landing);
      await openUntil(page, path, page.getByRole("heading", { level: 1, name: written }));
    }
  });
}

test("invalid releases, names and years do not affect the rest of their pages", async ({
  page,
  adminPage,
}) => {
  const complaints = complaintsOf(page);
  const lake = openLake(adminPage.request);
  const wrong = [
    { _id: "changelogEntry-wrong", _type: "changelogEntry", version: "9.9.9", date: 7, title: 7 },
    { _id: "teamMember-wrong", _type: "teamMember", name: "Otto Odd", role: 7, image: "text" },
    { _id: "timelineItem-wrong", _type: "timelineItem", year: "seven", title: "An odd year" },
  ];
  for (const document of wrong) await lake.publish(document);
  try {
    await openUntil(page, "/about", page.getByText("Otto Odd").first());
    await expectToStand(page, "/about");
    await openUntil(page, "/changelog", page.getByText("9.9.9").first());
    await expectToStand(page, "/changelog");
    expect(complaints).toEqual([]);
  } finally {
    for (const { _id } of wrong) await lake.remove(_id);
  }
});

test("every page works without site settings", async ({ page, adminPage }) => {
  const complaints = complaintsOf(page);
  const lake = openLake(adminPage.request);
  const settings = await lake.read("siteSettings");
  for (const left of [{ _id: "siteSettings", _type: "siteSettings" }, null]) {
    if (left) await lake.publish(left);
    else await lake.remove("siteSettings");
    try {
      await openUntil(page, "/about", page.locator("footer:not(:has(nav))"));
      for (const path of ["/", "/blog", "/solutions/publishing", "/careers/swe-001", "/contact"]) {
        await expectToStand(page, path);
      }
      expect((await open(page, "/nothing-here"))?.status()).toBe(404);
      expect(complaints).toEqual([]);
    } finally {
      await lake.publish(settings);
      await openUntil(
        page,
        "/about",
        page.getByRole("contentinfo").getByRole("navigation").first(),
      );
    }
  }
});
