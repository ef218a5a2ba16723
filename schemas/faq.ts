import { defineField, defineType } from "@sanity/types";
import { orderRankField, orderRankOrdering } from "./fields/order-rank";
import { requiredLine } from "./fields/text";

/** A question and its answer. */
export const faq = defineType({
  name: "faq",
  title: "Question",
  type: "document",
  orderings: [orderRankOrdering],
  fields: [
    requiredLine({ name: "question", title: "Question", max: 120 }),
    defineField({
      name: "answer",
      title: "Answer",
      type: "richText",
      validation: (rule) => rule.required().error("The question has no answer."),
    }),
    orderRankField,
  ],
  preview: { select: { title: "question" } },
});
