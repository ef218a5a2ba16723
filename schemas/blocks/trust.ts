import { defineArrayMember, defineField, defineType } from "@sanity/types";
import { headingFields } from "../fields/text";

/** Why to trust the product, anchor trust; an accordion on phones. */
export const homeTrust = defineType({
  name: "homeTrust",
  title: "Trust",
  type: "object",
  fields: [
    ...headingFields(),
    defineField({
      name: "cards",
      title: "Cards",
      type: "array",
      of: [defineArrayMember({ type: "iconCard" })],
      validation: (rule) => rule.required().min(1).error("The section has no cards."),
    }),
  ],
  preview: {
    select: { subtitle: "heading" },
    prepare: ({ subtitle }) => ({ title: "Trust", subtitle }),
  },
});
