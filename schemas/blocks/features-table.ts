import { defineField, defineType } from "@sanity/types";
import { filledIn } from "../fields/required-value";
import { headingFields } from "../fields/text";

/** The plan comparison, anchor features-table. */
export const homeFeaturesTable = defineType({
  name: "homeFeaturesTable",
  title: "Features table",
  type: "object",
  fields: [
    ...headingFields(),

    defineField({
      name: "comparison",
      title: "Table",
      type: "reference",
      to: [{ type: "planComparison" }],
      validation: (rule) => rule.custom(filledIn("Choose the table to show.")),
    }),
  ],
  preview: {
    select: { subtitle: "heading" },
    prepare: ({ subtitle }) => ({ title: "Features table", subtitle }),
  },
});
