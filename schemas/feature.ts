import { defineArrayMember, defineField, defineType } from "@sanity/types";
import { codeLanguages } from "./fields/code-languages";
import { drawingField } from "./fields/drawing";
import { filledIn } from "./fields/required-value";
import { iconField } from "./fields/icon";
import { anyHref, isWhole } from "./fields/link";
import { orderRankField, orderRankOrdering } from "./fields/order-rank";
import { planValuesField } from "./fields/plan-values";
import { resolves } from "./fields/path-exists";
import { seoField, seoGroup } from "./fields/seo";
import { slugField } from "./fields/slug";
import { requiredLine, requiredText } from "./fields/text";

/**
 * One thing the API does: a card on the home page, a row of the plan comparison, a page of the
 * documentation.
 */
export const feature = defineType({
  name: "feature",
  title: "Feature",
  type: "document",
  orderings: [orderRankOrdering],
  groups: [
    { name: "card", title: "Card", default: true },
    { name: "reference", title: "API reference" },
    { name: "plans", title: "Plans" },
    seoGroup,
  ],
  fields: [
    iconField({ group: "card" }),
    drawingField({ group: "card" }),
    requiredLine({ name: "title", title: "Title", group: "card", max: 40 }),
    slugField({ source: "title", url: "/docs/…", group: "card" }),
    requiredText({
      name: "desc",
      title: "Description",
      group: "card",
      max: 160,
      why: "Cards of one row have the same height.",
    }),
    defineField({
      name: "category",
      title: "Category",
      type: "reference",
      to: [{ type: "featureCategory" }],
      group: "card",
      validation: (rule) => rule.custom(filledIn("Without a category no tab shows the feature.")),
    }),
    defineField({
      name: "badgeText",
      title: "Badge",
      description: "A word on the corner of the card, such as Beta.",
      type: "string",
      group: "card",
      validation: (rule) => rule.max(16).warning("Badges hold 16 characters."),
    }),
    defineField({
      name: "isSolutionLink",
      title: "Opens a solution instead of the example call",
      type: "boolean",
      group: "card",
      initialValue: false,
    }),
    defineField({
      name: "solution",
      title: "Solution",
      type: "reference",
      to: [{ type: "solution" }],
      group: "card",
      hidden: ({ document }) => document?.isSolutionLink !== true,
      validation: (rule) =>
        rule.custom((solution, context) =>
          context.document?.isSolutionLink === true && !solution
            ? "Choose the solution that the card leads to."
            : true,
        ),
    }),
    defineField({
      name: "endpoint",
      title: "Endpoint",
      type: "object",
      group: "reference",
      options: { columns: 2 },
      fields: [
        defineField({
          name: "method",
          title: "Method",
          type: "string",
          options: { list: ["GET", "POST", "PUT", "DELETE"] },
          initialValue: "POST",
          validation: (rule) => rule.required().error("Choose the HTTP method."),
        }),
        defineField({
          name: "path",
          title: "Path",
          type: "string",
          validation: (rule) => [
            rule.required().error("Write the path, such as /v1/pdf/merge."),
            rule.regex(/^\/v\d+\//).error("Paths begin with the version, such as /v1/."),
          ],
        }),
      ],
    }),
    defineField({
      name: "codeExample",
      title: "Example call",
      type: "code",
      options: { languageAlternatives: codeLanguages },
      group: "reference",
    }),
    defineField({
      name: "parameters",
      title: "Parameters",
      type: "array",
      group: "reference",
      of: [defineArrayMember({ type: "apiParameter" })],
    }),
    defineField({
      name: "response",
      title: "Response",
      type: "object",
      group: "reference",
      fields: [
        defineField({
          name: "status",
          title: "Status",
          type: "number",
          initialValue: 200,
          validation: (rule) => rule.integer().min(100).max(599).error("An HTTP status, 100–599."),
        }),
        defineField({
          name: "milliseconds",
          title: "Usual time, in milliseconds",
          description: "Shown with the example in the hero.",
          type: "number",
          validation: (rule) => rule.integer().min(1).error("Whole milliseconds, 1 or more."),
        }),
        defineField({ name: "description", title: "Description", type: "text", rows: 2 }),
        defineField({
          name: "example",
          title: "Example",
          type: "code",
          options: { languageAlternatives: codeLanguages },
        }),
      ],
    }),
    defineField({
      name: "longDescription",
      title: "Documentation",
      description: "The text of the feature’s page under /docs.",
      type: "articleBody",
      group: "reference",
    }),
    defineField({
      name: "apiDocLink",
      title: "URL of the API documentation",
      description: "Empty: the feature’s own page under /docs.",
      type: "url",
      group: "reference",
      validation: (rule) => [
        rule
          .uri({ allowRelative: true, scheme: ["http", "https"] })
          .custom(isWhole)
          .error("Begin with / for this site or with https://."),
        rule.uri(anyHref).custom(resolves).warning(),
      ],
    }),
    planValuesField({
      name: "availability",
      description: "The plan comparison and the documentation both read it from here.",
      group: "plans",
    }),
    seoField(),
    orderRankField,
  ],
  preview: {
    select: { title: "title", category: "category.title", path: "endpoint.path" },
    prepare: ({ title, category, path }) => ({
      title: title ?? "Untitled feature",
      subtitle: [category, path].filter(Boolean).join(" · "),
    }),
  },
});
