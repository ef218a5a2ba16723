import { defineArrayMember, defineField, defineType } from "@sanity/types";
import { orderRankField, orderRankOrdering } from "./fields/order-rank";
import { formatPrice } from "./fields/price";
import { uniqueAmongDocuments } from "./fields/unique-among-documents";
import { isUrlSegment } from "./fields/slug";
import { requiredLine } from "./fields/text";

/**
 * What a customer can subscribe to. Cards, comparison table, structured data and account limits all
 * read it.
 */
export const plan = defineType({
  name: "plan",
  title: "Plan",
  type: "document",
  orderings: [orderRankOrdering],
  groups: [
    { name: "card", title: "Card", default: true },
    { name: "limits", title: "Limits" },
  ],
  fields: [
    requiredLine({ name: "name", title: "Name", group: "card", max: 24 }),
    defineField({
      name: "id",
      title: "Id",
      description: "What accounts store. Do not change it once someone subscribes.",
      type: "string",
      group: "card",
      validation: (rule) => [
        rule.required().error("Accounts know the plan by its id."),
        rule.custom((id) =>
          !id || isUrlSegment(id) ? true : "Lower-case letters, digits and hyphens only.",
        ),
        rule.custom(
          uniqueAmongDocuments({
            filter: '_type == "plan" && id == $value',
            message: (names) => `${names} has this id already: accounts could not tell them apart.`,
          }),
        ),
      ],
    }),
    defineField({
      name: "description",
      title: "Audience",
      type: "string",
      group: "card",
      validation: (rule) => rule.max(80).warning("Keep it under 80 characters: two lines."),
    }),
    defineField({
      name: "price",
      title: "Price in US dollars",
      type: "number",
      group: "card",
      validation: (rule) => rule.required().min(0).error("A price in dollars, 0 for free."),
    }),
    defineField({
      name: "isStartingPrice",
      title: "Price is a starting price",
      description: "Shown as “from”.",
      type: "boolean",
      group: "card",
      initialValue: false,
    }),
    defineField({
      name: "period",
      title: "Per",
      type: "string",
      group: "card",
      options: { list: ["month", "year"], layout: "radio" },
      initialValue: "month",
      validation: (rule) => rule.required().error("Say what the price is paid for."),
    }),
    defineField({
      name: "credits",
      title: "Credits per period",
      description: "Empty: agreed with the customer.",
      type: "number",
      group: "card",
      validation: (rule) => rule.integer().min(0).error("Whole credits, 0 or more."),
    }),
    defineField({
      name: "features",
      title: "Lines of the card",
      description: "Each gets a tick; one that begins with “No ” gets a dash.",
      type: "array",
      group: "card",
      of: [defineArrayMember({ type: "string" })],
      validation: (rule) => rule.required().min(1).error("Say what the plan gives."),
    }),
    defineField({
      name: "popular",
      title: "Most popular",
      description: "Marks the card and recommends the column of the comparison. One plan at most.",
      type: "boolean",
      group: "card",
      initialValue: false,
      validation: (rule) =>
        rule.custom(
          uniqueAmongDocuments({
            filter: '_type == "plan" && popular == true',
            message: (names) => `${names} is the most popular plan already. There can be one.`,
          }),
        ),
    }),
    requiredLine({ name: "ctaText", title: "Button", group: "card", max: 32 }),
    defineField({
      name: "ctaLink",
      title: "The button leads to",
      type: "destination",
      group: "card",
    }),
    defineField({
      name: "note",
      title: "Note under the button",
      type: "string",
      group: "card",
    }),
    defineField({
      name: "isEnterprise",
      title: "Sold by the sales team, without self-service",
      type: "boolean",
      group: "card",
      initialValue: false,
    }),
    defineField({
      name: "limits",
      title: "Limits",
      type: "object",
      group: "limits",
      fields: [
        defineField({
          name: "maxFileMegabytes",
          title: "Largest file, in megabytes",
          description: "Empty: agreed with the customer.",
          type: "number",
          validation: (rule) => rule.integer().min(1).error("Whole megabytes, 1 or more."),
        }),
        requiredLine({ name: "storage", title: "Download links and storage" }),
        requiredLine({ name: "support", title: "Support" }),
        defineField({
          name: "supportHours",
          title: "Response time, in hours",
          description: "Empty: no promise, or agreed with the customer.",
          type: "number",
          validation: (rule) => rule.integer().min(1).error("Whole hours, 1 or more."),
        }),
        requiredLine({ name: "rateLimit", title: "Rate limit", max: 24 }),
      ],
      validation: (rule) => rule.required().error("Accounts enforce these limits."),
    }),
    orderRankField,
  ],
  preview: {
    select: { title: "name", price: "price", period: "period" },
    prepare: ({ title, price, period }) => ({
      title: title ?? "Unnamed plan",
      subtitle: `${typeof price === "number" ? formatPrice(price) : "$?"} a ${period ?? "month"}`,
    }),
  },
});
