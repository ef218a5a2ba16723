import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ask, type Document } from "./testing/ask";
import { queries } from "./testing/queries";

/** A document of each type with only the fields that make a query find it. */
const halfFilled: Document[] = [
  ...["aboutPage", "blogPage", "careersPage", "changelogPage", "contactPage", "docsPage"],
  ...["homePage", "notice", "planComparison", "securityPage", "siteSettings", "solutionsPage"],
]
  .map((name): Document => ({ _id: name, _type: name }))
  .concat(
    ["post", "feature", "solution", "legalPage", "category"].map((type) => ({
      _id: `${type}-a`,
      _type: type,
      slug: { _type: "slug", current: "a" },
    })),
    { _id: "jobOpening-a", _type: "jobOpening", id: { current: "a" } },
    { _id: "plan-a", _type: "plan", id: "a" },
    { _id: "changelogEntry-a", _type: "changelogEntry", version: "v1.0" },
    { _id: "redirect-a", _type: "redirect", from: "/a" },
    { _id: "teamMember-a", _type: "teamMember" },
  );

test("every query of the pages is tested", () => {
  const folder = "app/content/queries";
  const files = readdirSync(folder).filter((name) => /^[\w-]+\.ts$/.test(name));
  const texts = [...files.map((name) => `${folder}/${name}`), "app/blocks/queries.ts"].map((file) =>
    readFileSync(file, "utf8"),
  );
  const names = texts.flatMap((text) =>
    [...text.matchAll(/export const (\w+) = defineQuery/g)].map(([, name]) => name),
  );
  // No page sends it.
  const ofPages = names.filter((name) => name !== "scheduleQuery");
  expect(Object.keys(queries).toSorted()).toEqual(ofPages.toSorted());
});

describe("every query", () => {
  test.each(Object.entries(queries))("%s succeeds on an empty lake", async (_, query) => {
    const result = await ask(query, []);
    const isOfLists =
      typeof result === "object" && result && ("posts" in result || "tags" in result);
    for (const each of isOfLists ? Object.values(result) : [result])
      expect([null, [], 0]).toContainEqual(each);
  });

  test.each(Object.entries(queries))("%s succeeds on incomplete documents", async (_, query) => {
    expect(await ask(query, halfFilled)).toBeDefined();
  });

  test.each(Object.entries(queries))("%s lists its fields explicitly", (_, query) => {
    expect(query).not.toContain("...  ");
    expect(query.replaceAll("$from...$to", "").replaceAll(/\d\.\.\.\d/g, "")).not.toContain("...");
  });
});
