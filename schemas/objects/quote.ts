import { defineField, defineType } from "@sanity/types";
import { requiredText } from "../fields/text";

/** A quotation set apart from the text. */
export const quote = defineType({
  name: "quote",
  title: "Quote",
  type: "object",
  fields: [
    requiredText({ name: "text", title: "Quote" }),
    defineField({
      name: "attribution",
      title: "Who said it",
      type: "string",
      validation: (rule) =>
        rule.required().error("Name the person: an unattributed quote is a claim."),
    }),
    defineField({ name: "role", title: "Their role and company", type: "string" }),
  ],
  preview: { select: { title: "text", subtitle: "attribution" } },
});
