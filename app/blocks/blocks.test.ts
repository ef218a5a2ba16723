import { expect, test } from "vitest";
import { ask } from "~/content/testing/ask";
import { seed } from "~/content/testing/seed";
import { prepareBlock } from "./prepare.server";
import { homePageQuery } from "./queries";
import { registry } from "./registry";
import { blockStructuredData } from "./structured-data";

const page = await ask(homePageQuery, seed);
const blocks = await Promise.all((page?.sections ?? []).map(prepareBlock));

test("the home page of the seed shows every block", () => {
  expect(blocks.map(({ _type }) => _type).toSorted()).toEqual(Object.keys(registry).toSorted());
});

test("the example call of the steps reaches the browser with its tokens marked", () => {
  const calls = blocks.flatMap((block) => ("sample" in block ? block.sample?.html : []));
  expect(calls).toEqual([expect.stringContaining("<span")]);
});

test("each operation of the hero has a call, a drawing and a response with its credits", () => {
  const operations = blocks.flatMap((block) => ("operations" in block ? block.operations : []));
  expect(operations.length).toBe(5);
  for (const { call } of operations) {
    expect(call?.code).toMatch(/^curl /);
    expect(call?.drawing).toEqual(expect.any(String));
    expect(call?.result?.credits).toBe(1);
  }
});

test("search engines read what the plans cost and which questions are answered", () => {
  const nodes = blockStructuredData(null, "https://platen.example", blocks);
  expect(nodes).toEqual([
    expect.objectContaining({
      "@type": "SoftwareApplication",
      offers: expect.arrayContaining([expect.objectContaining({ name: "Developer", price: 9 })]),
    }),
    expect.objectContaining({ "@type": "FAQPage", mainEntity: expect.any(Array) }),
  ]);
});
