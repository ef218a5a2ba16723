import { defineArrayMember, defineField, defineType } from "@sanity/types";
import { headingFields } from "../fields/text";

/** Cards that link to the external documentation, anchor api-docs. */
export const homeApiDocs = defineType({
  name: "homeApiDocs",
  title: "API docs",
  type: "object",
  fields: [
    ...headingFields(),

    defineField({
      name: "cards",
      title: "Cards",
      type: "array",
      of: [defineArrayMember({ type: "linkCard" })],
      validation: (rule) => rule.required().min(1).error("The section has no cards."),
    }),
  ],
  preview: {
    select: { subtitle: "heading" },
    prepare: ({ subtitle }) => ({ title: "API docs", subtitle }),
  },
});
