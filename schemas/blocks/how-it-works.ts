import { defineArrayMember, defineField, defineType } from "@sanity/types";
import { filledIn } from "../fields/required-value";
import { headingFields } from "../fields/text";

/** The developer flow in numbered steps beside a call, anchor how-it-works. */
export const homeHowItWorks = defineType({
  name: "homeHowItWorks",
  title: "How it works",
  type: "object",
  fields: [
    ...headingFields(),

    defineField({
      name: "steps",
      title: "Steps",
      type: "array",
      of: [defineArrayMember({ type: "point" })],
      validation: (rule) => rule.required().min(1).error("Name at least one step."),
    }),
    defineField({
      name: "sample",
      title: "Example call",
      type: "code",
      options: { language: "sh" },
      validation: (rule) => rule.custom(filledIn("The example call is empty.")),
    }),
  ],
  preview: {
    select: { subtitle: "heading" },
    prepare: ({ subtitle }) => ({ title: "How it works", subtitle }),
  },
});
