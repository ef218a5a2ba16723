import { expect, test } from "vitest";
import { ask } from "~/content/testing/ask";
import { seed } from "~/content/testing/seed";
import { blocksMarkdown } from "./markdown";
import { homePageQuery } from "./queries";

const place = {
  origin: "https://platen.example",
  images: { baseUrl: "/lake", projectId: "p", dataset: "d" },
};
const page = await ask(homePageQuery, seed);
const sections = page?.sections ?? [];
const textOf = (type: string) =>
  blocksMarkdown(
    sections.filter(({ _type }) => _type === type),
    place,
  ).text;

test.each(sections.map((section) => [section._type, section] as const))(
  "%s has a heading of the second level",
  (_type, section) => {
    expect(blocksMarkdown([section], place).text).toMatch(/^## \S/);
  },
);

test("the plans are a table with their prices, and lists of what they include", () => {
  const text = textOf("homePricing");
  expect(text).toContain("| Plan | Price | Credits | For |\n| --- | --- | --- | --- |\n");
  expect(text).toMatch(/^\| Developer \| \$9\/month \| /m);
  expect(text).toMatch(/^### Developer\n\n- /m);
});

test("the comparison is a table for each group, with links to the features", () => {
  const text = textOf("homeFeaturesTable");
  expect(text).toMatch(/^\| Feature \| Free, \$0\/month \| /m);
  expect(text).toMatch(/^\| \[Merge PDFs\]\(https:\/\/platen\.example\/docs\/merge-pdfs\) \| /m);
  expect(text).toContain("| Included |");
});

test("questions are headings above their answers", () => {
  expect(textOf("homeFaq")).toMatch(/^### .+\?\n\n\S/m);
});
