import { defineArrayMember, defineField, defineType } from "@sanity/types";
import { chosenDocumentsField } from "./fields/references";

/** The table that compares the plans side by side. */
export const planComparison = defineType({
  name: "planComparison",
  title: "Plan comparison",
  type: "document",
  fields: [
    chosenDocumentsField({
      name: "columns",
      title: "Columns",
      description: "Name, price and recommendation come from the plans.",
      type: "plan",
    }),
    defineField({
      name: "groups",
      title: "Groups of rows",
      type: "array",
      of: [defineArrayMember({ type: "comparisonGroup" })],
      validation: (rule) => rule.required().min(1).error("The table has no rows."),
    }),
  ],
  preview: { prepare: () => ({ title: "Plan comparison" }) },
});
