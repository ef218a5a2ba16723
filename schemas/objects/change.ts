import { defineField, defineType } from "@sanity/types";
import { requiredText } from "../fields/text";

const changeTypes = ["New", "Improvement", "Fix", "Security", "Breaking"];

/** One change within a release. */
export const change = defineType({
  name: "change",
  title: "Change",
  type: "object",
  fields: [
    defineField({
      name: "type",
      title: "Type",
      type: "string",
      options: { list: changeTypes },
      validation: (rule) => rule.required().error("Choose the type of change."),
    }),
    requiredText({ name: "text", title: "Text", rows: 2 }),
  ],
  preview: { select: { title: "text", subtitle: "type" } },
});
