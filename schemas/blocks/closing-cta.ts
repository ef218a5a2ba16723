import { defineField, defineType } from "@sanity/types";
import { filledIn } from "../fields/required-value";
import { headingFields } from "../fields/text";

/** The last thing before the footer. */
export const homeClosingCta = defineType({
  name: "homeClosingCta",
  title: "Closing call to action",
  type: "object",
  fields: [
    ...headingFields(),

    defineField({
      name: "primaryCta",
      title: "First button",
      type: "callToAction",
      validation: (rule) =>
        rule.custom(
          filledIn("Give the button a label and a target: without it, the section has no purpose."),
        ),
    }),
    defineField({ name: "secondaryCta", title: "Second button", type: "callToAction" }),
    defineField({ name: "note", title: "Note under the buttons", type: "string" }),
  ],
  preview: {
    select: { subtitle: "heading" },
    prepare: ({ subtitle }) => ({ title: "Closing call to action", subtitle }),
  },
});
