import { describe, expect, test } from "vitest";
import { sitemapQuery } from "~/content/queries/sitemap";
import { ask } from "~/content/testing/ask";
import { seed } from "~/content/testing/seed";
import { linkableTypes } from "../../schemas/fields/link";
import { pagePath } from "../../schemas/paths/page-path";
import { sitemapGroups } from "./groups";

const pages = await ask(sitemapQuery, seed);
const groups = sitemapGroups(pages);
const group = (id: string) => groups.find((group) => group.id === id);
const titles = (id: string) =>
  group(id)?.parts.flatMap(({ links }) => links.map(({ title }) => title));

describe("the sitemap", () => {
  test("lists every page of the lake once", () => {
    const paths = groups.flatMap(({ overview, parts }) => [
      ...(overview ? [overview.path] : []),
      ...parts.flatMap(({ links }) => links.map(({ path }) => path)),
    ]);
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths).toEqual(expect.arrayContaining(pages.map(({ path }) => path)));
  });

  test.each(linkableTypes)("has a place for a %s", async (_type) => {
    const page = { _id: "a", _type, title: "A", slug: { current: "a" }, id: { current: "a" } };
    const shown = JSON.stringify(sitemapGroups(await ask(sitemapQuery, [page])));
    expect(shown).toContain(`"path":"${pagePath(page)}"`);
  });

  test("leaves out the parts of the home page whose sections are gone", async () => {
    const sections = [{ _type: "homePricing", _key: "a" }];
    const paths = sitemapGroups(
      await ask(sitemapQuery, [{ _id: "homePage", _type: "homePage", sections }]),
    ).flatMap(({ parts }) => parts.flatMap(({ links }) => links.map(({ path }) => path)));
    expect(paths).toContain("/pricing");
    expect(paths).not.toContain("/faq");
  });

  test("starts with the product and ends with the account", () => {
    expect(groups.map(({ title }) => title)).toEqual([
      ...["Product", "Solutions", "Documentation", "Blog", "Company", "Careers", "Legal"],
      "Account",
    ]);
  });

  test("lists the documentation in the editors' order, by category", () => {
    const parts = group("documentation")?.parts;
    expect(parts?.map(({ title }) => title)).toEqual([
      ...["Manipulate", "Enhance", "Convert", "Create", "Metadata & text"],
    ]);
    expect(parts?.[0]?.links.slice(0, 2).map(({ title }) => title)).toEqual([
      "Merge PDFs",
      "Extract Pages",
    ]);
  });

  test("names the list of articles although its heading is empty", () => {
    expect(group("blog")?.overview).toMatchObject({ title: "Blog", path: "/blog" });
  });

  test("puts the newest article first", () => {
    const dates = group("blog")?.parts[0]?.links.map(({ date }) => date ?? "") ?? [];
    expect(dates.length).toBe(4);
    expect(dates).toEqual([...dates].sort().reverse());
  });

  test("names the home page, not its slogan", () => {
    expect(group("product")?.overview).toMatchObject({ title: "Home", path: "/" });
    expect(titles("legal")).toEqual(["Cookie Policy", "Privacy Policy", "Terms of Service"]);
  });

  test("links the overview of an archive only", () => {
    const post = pages.find(({ _type }) => _type === "post");
    if (!post) throw new Error("The seed has no article.");
    const archive = Array.from({ length: 200 }, () => post);
    const blog = sitemapGroups(archive).find(({ id }) => id === "blog");
    expect(blog?.parts[0]?.links.length).toBe(60);
    expect(blog?.more).toBe(140);
  });

  test("leaves out documents without a page, and empty groups", async () => {
    const unfinished = [
      { _id: "a", _type: "solution", _updatedAt: "2025-06-15", title: "No slug" },
    ];
    const groups = sitemapGroups(await ask(sitemapQuery, unfinished));
    expect(groups.map(({ id }) => id)).toEqual(["account"]);
  });
});
