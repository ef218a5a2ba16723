import { describe, expect, test } from "vitest";
import { homePageQuery, pageQuery } from "../blocks/queries";
import { aboutPageQuery } from "./queries/about-page";
import { careersPageQuery } from "./queries/careers-page";
import { contactPageQuery } from "./queries/contact-page";
import { legalPageQuery } from "./queries/legal-page";
import { noticeQuery } from "./queries/notice";
import { plansQuery } from "./queries/plan";
import { planComparisonQuery } from "./queries/plan-comparison";
import { securityPageQuery } from "./queries/security-page";
import { siteSettingsQuery } from "./queries/site-settings";
import { solutionsPageQuery } from "./queries/solutions-page";
import { ask } from "./testing/ask";
import { queries } from "./testing/queries";
import { seed } from "./testing/seed";

describe("the seed", () => {
  test("has content for every page", async () => {
    const asked = {
      slug: "terms",
      id: "swe-001",
      paths: ["/jobs"],
      categoryId: "category-security",
      ids: ["homePage", "post-optimizing-pdf-workflows-for-enterprise"],
    };
    const slugs: Record<string, string> = {
      featureQuery: "merge-pdfs",
      pageTypeQuery: "startups",
      pageQuery: "startups",
      solutionQuery: "pdf-editor",
      postQuery: "future-of-document-automation-ai-and-pdf",
    };
    const incident = seed.map((document) =>
      document._id === "notice" ? { ...document, isShown: true } : document,
    );
    for (const [name, query] of Object.entries(queries)) {
      const result = await ask(query, incident, { ...asked, slug: slugs[name] ?? asked.slug });
      // Of most, an answer without content still has the names of its fields.
      const isShort = ["pageTypeQuery", "crawlersQuery", "contactFormQuery"].includes(name);
      const least = isShort ? "null".length : 30;
      expect(JSON.stringify(result)?.length, name).toBeGreaterThan(least);
    }
  });

  test("has a service notice that is not shown", async () => {
    expect(seed.find(({ _id }) => _id === "notice")).toMatchObject({ text: expect.any(String) });
    expect(await ask(noticeQuery, seed)).toBeNull();
  });

  test("has a destination for every button", async () => {
    const asked = [siteSettingsQuery, homePageQuery, aboutPageQuery, careersPageQuery];
    for (const query of [...asked, contactPageQuery, securityPageQuery, solutionsPageQuery]) {
      const links = /"label":"([^"]*)","event":[^{}]*?"href":null/g;
      const dead = [...JSON.stringify(await ask(query, seed)).matchAll(links)];
      // Shown once they are set: a new company has no pages there.
      const networks = query === siteSettingsQuery ? ["LinkedIn", "GitHub"] : [];
      expect(dead.map(([, label]) => label)).toEqual(networks);
    }
  });

  test("leads to no other host", async () => {
    for (const query of [siteSettingsQuery, homePageQuery, aboutPageQuery, careersPageQuery]) {
      expect(JSON.stringify(await ask(query, seed))).not.toMatch(/"href":"https?:/);
    }
  });

  test.each([
    ["/", homePageQuery],
    ["/startups", pageQuery],
  ])("shows a call that the Free plan includes beside a Free button of %s", async (_, query) => {
    const sections = (await ask(query, seed, { slug: "startups" }))?.sections ?? [];
    const heroes = sections.filter((section) => section._type === "homeHero");
    expect(heroes.map(({ primaryCta }) => primaryCta?.label)).toEqual(["Get Started Free"]);
    expect(heroes.map(({ operations }) => operations[0]?.call?.plan?.name)).toEqual(["Free"]);
    // The specification has it call the merge, which Free does not include: the page says so.
    const flows = sections.filter((section) => section._type === "homeHowItWorks");
    expect(flows.map(({ call }) => call)).toEqual([
      { title: "Merge PDFs", path: "/docs/merge-pdfs", plan: { name: "Developer", price: 9 } },
    ]);
  });

  test("has the plans of the specification", async () => {
    const plan = (id: string, price: number, credits: number | null, size: number | null) =>
      expect.objectContaining({
        id,
        price,
        credits,
        limits: expect.objectContaining({ maxFileMegabytes: size }),
      });
    expect(await ask(plansQuery, seed)).toEqual([
      plan("free", 0, 100, 5),
      plan("developer", 9, 1000, 100),
      plan("business", 29, 10000, 512),
      plan("enterprise", 99, null, null),
    ]);
  });

  test("has the plan comparison of the specification", async () => {
    const result = JSON.stringify(await ask(planComparisonQuery, seed));
    const rows = [...result.matchAll(/"name":"([^"]+)","slug":[^,]+,"values":(\[[^\]]*\])/g)];
    const table = new Map(
      rows.map(([, name, values]) => [
        name,
        [...(values ?? "").matchAll(/"value":("[^"]*"|true|false)/g)].map(([, value]) => value),
      ]),
    );
    const free = [...table].filter(([, [value]]) => value === "true").map(([name]) => name);
    expect(free).toEqual([
      ...["Optimize PDF", "Generate QR Code", "Add Metadata", "Read Metadata", "API Access"],
    ]);
    expect(table.get("Rate limits")).toEqual(['"Basic"', '"Standard"', '"High"']);
    expect(table.get("Template Designer")).toEqual(["false", '"Limited"', '"Full Access"']);
    for (const name of ["Edit PDF Content", "Priority Support", "SLA Guarantee"]) {
      expect(table.get(name), name).toEqual(["false", "false", "true"]);
    }
    expect(table.get("Email Support")).toEqual(["false", '"72hr SLA"', '"24hr SLA"']);
    expect(table.get("Merge PDFs")).toEqual(["false", "true", "true"]);
    expect(result).toContain('"price":9,"period":"month","recommended":true');
  });

  test.each([
    [
      "terms",
      "2025-06-15",
      "introduction services accounts usage fees intellectual-property termination disclaimers indemnification governing-law changes contact",
    ],
    [
      "privacy",
      "2025-06-15",
      "introduction information-collected how-we-use-information sharing-information cookies-tracking data-security data-retention your-rights international-transfers childrens-privacy policy-changes contact-us",
    ],
    [
      "cookies",
      "2025-06-15",
      "what-are-cookies how-we-use-cookies types-of-cookies managing-cookies policy-changes contact-us",
    ],
  ])("gives /%s the anchors of the specification", async (slug, lastUpdated, anchors) => {
    expect(await ask(legalPageQuery, seed, { slug })).toMatchObject({
      lastUpdated,
      sections: anchors.split(" ").map((id) => ({ id })),
    });
  });

  test.each([
    [
      "terms",
      [
        ...["60 minutes", "24 hours", "99.9%", "up to 50 pages", "October 15, 2025"],
        ...["at least 30 days' notice", "State of Delaware", "binding arbitration"],
        ...["under 13, or under 16", "$9", "$29", "starts at $99", "change or cancel"],
      ],
    ],
    [
      "privacy",
      [
        ...["60 minutes", "24 hours", "TLS 1.2 or newer", "AES-256", "time to live"],
        ...["under 13, or under 16", "at least 30 days before", '"href":"/cookies"'],
      ],
    ],
    ["cookies", ["accept all, reject all", "cannot be disabled", "local storage"]],
  ])("claims on /%s what the specification claims", async (slug, claims) => {
    const text = JSON.stringify(await ask(legalPageQuery, seed, { slug }));
    for (const claim of claims) expect(text).toContain(claim);
  });

  test("has the analytics names of the hero's buttons", async () => {
    expect(await ask(homePageQuery, seed)).toMatchObject({
      sections: expect.arrayContaining([
        expect.objectContaining({
          _type: "homeHero",
          primaryCta: expect.objectContaining({ event: "Get Started from Hero" }),
          secondaryCta: expect.objectContaining({ event: "View Docs from Hero" }),
        }),
      ]),
    });
  });
});
