import { defineArrayMember, defineField, defineType } from "@sanity/types";
import { filledIn } from "./fields/required-value";
import { iconField } from "./fields/icon";
import { imageField } from "./fields/image";
import { orderRankField, orderRankOrdering } from "./fields/order-rank";
import { seoField, seoGroup } from "./fields/seo";
import { slugField } from "./fields/slug";
import { requiredLine, requiredText } from "./fields/text";

const points = (name: string, title: string) =>
  defineField({
    name,
    title,
    type: "array",
    of: [defineArrayMember({ type: "point" })],
    validation: (rule) => rule.required().min(1).error(`${title}: name at least one.`),
  });

/** What the product does for one kind of customer, with its own page. */
export const solution = defineType({
  name: "solution",
  title: "Solution",
  type: "document",
  orderings: [orderRankOrdering],
  groups: [
    { name: "card", title: "Card", default: true },
    { name: "page", title: "Page" },
    seoGroup,
  ],
  fields: [
    iconField({ group: "card" }),
    requiredLine({ name: "title", title: "Title", group: "card", max: 48 }),
    slugField({ source: "title", url: "/solutions/…", group: "card" }),
    requiredText({
      name: "shortDescription",
      title: "Short description",
      group: "card",
      max: 160,
      why: "Cards of one row have the same height.",
    }),
    defineField({
      name: "tags",
      title: "Tags",
      type: "array",
      of: [defineArrayMember({ type: "string" })],
      options: { layout: "tags" },
      group: "card",
      validation: (rule) => rule.unique().error("The same tag twice."),
    }),
    requiredText({
      name: "longDescription",
      title: "Introduction of the page",
      group: "page",
      max: 480,
      why: "It is shown beside the picture.",
      rows: 4,
    }),
    defineField({
      name: "details",
      title: "Details",
      type: "object",
      group: "page",
      fields: [
        requiredText({
          name: "overview",
          title: "Overview",
          description: "A blank line begins a new paragraph.",
          rows: 8,
        }),
        points("keyFeatures", "Key features"),
        defineField({
          name: "recipe",
          title: "Recipe",
          description: "The calls that do it, in order. Each needs an example call.",
          type: "array",
          of: [defineArrayMember({ type: "reference", to: [{ type: "feature" }] })],
          validation: (rule) => [
            rule.max(4).error("Four at most: they share one row."),
            rule.unique().error("The same feature twice."),
          ],
        }),
        points("benefits", "Benefits"),
        points("exampleUseCases", "Example use cases"),
        defineField({
          name: "relatedSolutions",
          title: "Related solutions",
          type: "array",
          of: [defineArrayMember({ type: "reference", to: [{ type: "solution" }] })],
          validation: (rule) => rule.unique().max(3).error("Choose up to three, and none twice."),
        }),
        imageField({ name: "image", title: "Picture" }),
      ],
      validation: (rule) => rule.custom(filledIn("The page has no contents.")),
    }),
    seoField(),
    orderRankField,
  ],
  preview: {
    select: { title: "title", subtitle: "shortDescription", media: "details.image" },
  },
});
