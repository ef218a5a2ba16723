import { defineField, defineType } from "@sanity/types";
import { filledIn } from "../fields/required-value";

/**
 * The value of one plan for one feature: included or not, or a short text such as “Limited” or
 * “72hr SLA”.
 */
export const planValue = defineType({
  name: "planValue",
  title: "Plan",
  type: "object",
  fields: [
    defineField({
      name: "plan",
      title: "Plan",
      type: "reference",
      to: [{ type: "plan" }],
      validation: (rule) => rule.custom(filledIn("Say which plan this is about.")),
    }),
    defineField({ name: "included", title: "Included", type: "boolean", initialValue: true }),
    defineField({
      name: "text",
      title: "Shown instead of the tick",
      description: "A word or two, such as Limited or Full Access. Empty: a tick or a dash.",
      type: "string",
      validation: (rule) =>
        rule.max(24).warning("Keep it under 24 characters: columns are narrow."),
    }),
  ],
  preview: {
    select: { title: "plan.name", included: "included", text: "text" },
    prepare: ({ title, included, text }) => ({
      title: title ?? "No plan chosen",
      subtitle: text ?? (included ? "Included" : "Not included"),
    }),
  },
});
