import { defineField, defineType } from "@sanity/types";
import { chosenDocumentsField } from "../fields/references";
import { headingFields } from "../fields/text";

/** The plans, anchor pricing. */
export const homePricing = defineType({
  name: "homePricing",
  title: "Pricing",
  type: "object",
  fields: [
    ...headingFields(),
    chosenDocumentsField({ name: "plans", title: "Plans", type: "plan" }),
    defineField({ name: "note", title: "Note under the cards", type: "string" }),
  ],
  preview: {
    select: { subtitle: "heading" },
    prepare: ({ subtitle }) => ({ title: "Pricing", subtitle }),
  },
});
