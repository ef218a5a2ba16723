import { defineField, defineType } from "@sanity/types";
import { filledIn } from "../fields/required-value";
import { requiredLine } from "../fields/text";

/** A feature that visitors of the hero can choose: its call, its drawing and its response. */
export const heroOperation = defineType({
  name: "heroOperation",
  title: "Operation",
  type: "object",
  fields: [
    requiredLine({ name: "label", title: "Label", max: 12, why: "Five of them share one row." }),
    defineField({
      name: "feature",
      title: "Feature",
      description: "Needs an example call and a drawing.",
      type: "reference",
      to: [{ type: "feature" }],
      validation: (rule) => rule.custom(filledIn("Choose the feature to show.")),
    }),
  ],
  preview: { select: { title: "label", subtitle: "feature.title" } },
});
