import { defineArrayMember, defineField, defineType } from "@sanity/types";
import { headingFields } from "../fields/text";

/** What the platform runs on. */
export const homeInfrastructure = defineType({
  name: "homeInfrastructure",
  title: "Infrastructure",
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
    prepare: ({ subtitle }) => ({ title: "Infrastructure", subtitle }),
  },
});
