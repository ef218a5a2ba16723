import { defineField, defineType } from "@sanity/types";
import { orderRankField, orderRankOrdering } from "./fields/order-rank";
import { requiredLine, requiredText } from "./fields/text";

/** A step of the company's journey. */
export const timelineItem = defineType({
  name: "timelineItem",
  title: "Timeline item",
  type: "document",
  orderings: [orderRankOrdering],
  fields: [
    defineField({
      name: "year",
      title: "Year",
      type: "number",
      validation: (rule) => rule.required().integer().min(1900).error("A year, such as 2024."),
    }),
    requiredLine({ name: "event", title: "Event", max: 60 }),
    requiredText({ name: "description", title: "Description", max: 240 }),
    orderRankField,
  ],
  preview: {
    select: { year: "year", title: "event" },
    prepare: ({ year, title }) => ({
      title: title ?? "Untitled step",
      subtitle: String(year ?? ""),
    }),
  },
});
