import type { InitialValueResolverContext, Template } from "sanity";

const today = () => new Date().toISOString().slice(0, 10);

const outline = (heading: string, hint: string) => [block("h2", heading), block("normal", hint)];

const block = (style: string, text: string) => ({
  _type: "block",
  _key: crypto.randomUUID().slice(0, 12),
  style,
  markDefs: [],
  children: [{ _type: "span", _key: "text", text, marks: [] }],
});

/** What an editor can start with, besides the empty document of each type. */
export const templates = (empty: Template[]): Template[] => [
  ...empty,
  {
    id: "post-in-category",
    title: "Article in this category",
    schemaType: "post",
    parameters: [{ name: "category", title: "Category", type: "string" }],
    value: ({ category }: { category: string }) => ({
      date: today(),
      category: { _type: "reference", _ref: category },
    }),
  },
  {
    id: "post-how-to",
    title: "Article: how to",
    schemaType: "post",
    value: () => ({
      date: today(),
      content: [
        ...outline("What you need", "Name the plan, the key and the files."),
        ...outline("Step by step", "One call per step, each with its response."),
        ...outline("What can go wrong", "The errors that readers meet first."),
      ],
    }),
  },
  {
    id: "page-campaign",
    title: "Landing page: campaign",
    schemaType: "page",
    // Empty blocks showed an editor a dozen errors: those of the home page can be published as they
    // are.
    value: async (_parameters: unknown, { getClient }: InitialValueResolverContext) => ({
      sections: await getClient({ apiVersion: "2025-02-19" }).fetch<unknown>(
        '*[_id == "homePage"][0].sections[_type in $types]',
        { types: ["homeHero", "homeTrust", "homePricing", "homeFaq", "homeClosingCta"] },
      ),
    }),
  },
];
