import { defineField, defineType } from "@sanity/types";
import { requiredLine } from "../fields/text";

/** A phone number and its hours. */
export const phoneLine = defineType({
  name: "phoneLine",
  title: "Phone number",
  type: "object",
  fields: [
    requiredLine({ name: "label", title: "Label", max: 32 }),
    defineField({
      name: "number",
      title: "Number",
      type: "string",
      validation: (rule) => [
        rule.required().error("The number is empty."),
        rule
          .regex(/^\+[0-9 ()-]{7,}$/)
          .error("Write it with the country code, such as +1 307 555 0123."),
      ],
    }),
    requiredLine({ name: "hours", title: "Hours" }),
  ],
  preview: { select: { title: "label", subtitle: "number" } },
});
