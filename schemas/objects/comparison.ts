import { defineArrayMember, defineField, defineType } from "@sanity/types";
import { planValuesField } from "../fields/plan-values";
import { requiredLine } from "../fields/text";

/**
 * A row of the plan comparison: a feature with its own availability, or a name and the values given
 * here.
 */
export const comparisonRow = defineType({
  name: "comparisonRow",
  title: "Row",
  type: "object",
  fields: [
    defineField({
      name: "feature",
      title: "Feature",
      description: "The row takes its name and its values from the feature.",
      type: "reference",
      to: [{ type: "feature" }],
    }),
    defineField({
      name: "name",
      title: "Name",
      description: "For rows that are not a feature, such as Rate limits.",
      type: "string",
      hidden: ({ parent }) => Boolean(parent?.feature),
    }),
    planValuesField({ name: "values", hidden: ({ parent }) => Boolean(parent?.feature) }),
  ],
  validation: (rule) =>
    rule.custom((row) =>
      row?.feature || row?.name ? true : "Choose a feature, or give the row a name.",
    ),
  preview: {
    select: { title: "feature.title", name: "name" },
    prepare: ({ title, name }) => ({ title: title ?? name ?? "Empty row" }),
  },
});

/** Rows of the plan comparison under one heading. */
export const comparisonGroup = defineType({
  name: "comparisonGroup",
  title: "Group",
  type: "object",
  fields: [
    requiredLine({ name: "title", title: "Title", max: 40 }),
    defineField({
      name: "rows",
      title: "Rows",
      type: "array",
      of: [defineArrayMember({ type: "comparisonRow" })],
      validation: (rule) => rule.required().min(1).error("A group needs at least one row."),
    }),
  ],
  preview: { select: { title: "title" } },
});
