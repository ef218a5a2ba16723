import type { Page } from "@playwright/test";
import { openLake, type LakeDocument } from "./lake";
import { studio } from "./studio";
import { expect, test } from "./test";
import { alreadyAsked, complaintsOf, open, openUntil } from "./visitor";

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

test("an article with a title and a slug alone is listed and can be read", async ({
  page,
  adminPage,
}) => {
  const mistakes = complaintsOf(page);
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
    expect(mistakes).toEqual([]);
  } finally {
    await lake.remove("post-bare");
  }
});

test("an article whose blocks are unfinished or unknown shows the others", async ({
  page,
  adminPage,
}) => {
  const mistakes = complaintsOf(page);
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
    expect(mistakes).toEqual([]);
  } finally {
    await lake.remove("post-odd");
  }
});

test("a solution without details has a page, and the overview shows it", async ({
  page,
  adminPage,
}) => {
  const mistakes = complaintsOf(page);
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
    expect(mistakes).toEqual([]);
  } finally {
    await lake.remove("solution-bare", "solution-nameless");
  }
});

test("an opening with an id alone has a page", async ({ page, adminPage }) => {
  const mistakes = complaintsOf(page);
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
    expect(mistakes).toEqual([]);
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

test("the home page shows what is there: unfinished sections, and one that nobody knows", async ({
  page,
  adminPage,
}) => {
  const mistakes = complaintsOf(page);
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
    expect(mistakes).toEqual([]);
  } finally {
    await lake.publish(home);
    await openUntil(page, "/", page.getByRole("heading", { name: "PDFs, pressed to order." }));
  }
});

test("documents that the home page collects may be bare as well", async ({ page, adminPage }) => {
  const mistakes = complaintsOf(page);
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
    expect(mistakes).toEqual([]);
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
  test(`${path} stands without its texts`, async ({ page, adminPage }) => {
    const mistakes = complaintsOf(page);
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
      expect(mistakes).toEqual([]);
    } finally {
      await lake.publish(document, landing);
      await openUntil(page, path, page.getByRole("heading", { level: 1, name: written }));
    }
  });
}

test("releases, people and years that are no text leave their pages standing", async ({
  page,
  adminPage,
}) => {
  const mistakes = complaintsOf(page);
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
    expect(mistakes).toEqual([]);
  } finally {
    for (const { _id } of wrong) await lake.remove(_id);
  }
});

test("the Studio says what no field can show, and takes it away", async ({ adminPage: page }) => {
  const lake = openLake(page.request);
  const id = "drafts.post-wrong";
  const wrong = { title: "Wrong values", date: 7, author: { _type: "reference", _ref: 5 } };
  await lake.publish({ _id: id, _type: "post", ...wrong });
  try {
    await studio.open(page, "blog;post;post-wrong");
    await studio.tab(page, "All fields");
    for (const value of [5, 7]) {
      const message = page.getByRole("alert").filter({ hasText: `cannot hold ${value}:` });
      await message.getByRole("button", { name: "Remove value" }).click();
      await expect(message).toBeHidden();
    }
    await expect(studio.document(page).getByRole("combobox", { name: "Author" })).toBeVisible();
    // Sanity's forms report an error when a document is deleted while an edit of it is in flight.
    const left = async () => Object.keys(await lake.read(id)).filter((name) => name in wrong);
    await expect.poll(left).toEqual(["title"]);
  } finally {
    await lake.remove(id);
  }
});

test("every page stands without site settings", async ({ page, adminPage }) => {
  const mistakes = complaintsOf(page);
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
      expect(mistakes).toEqual([]);
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
