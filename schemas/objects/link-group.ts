import { defineArrayMember, defineField, defineType } from "@sanity/types";
import { requiredLine } from "../fields/text";

/** One column of the footer. */
export const linkGroup = defineType({
  name: "linkGroup",
  title: "Column",
  type: "object",
  fields: [
    requiredLine({ name: "title", title: "Title", max: 24 }),
    defineField({
      name: "links",
      title: "Links",
      type: "array",
      of: [defineArrayMember({ type: "callToAction" })],
      validation: (rule) => rule.required().min(1).error("A column needs at least one link."),
    }),
  ],
  preview: { select: { title: "title" } },
});
