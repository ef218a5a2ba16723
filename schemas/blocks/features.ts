import { defineType } from "@sanity/types";
import { chosenDocumentsField } from "../fields/references";
import { headingFields } from "../fields/text";

/** The feature cards in tabs, anchor features, and the button that opens the full list. */
export const homeFeatures = defineType({
  name: "homeFeatures",
  title: "Features",
  type: "object",
  fields: [
    ...headingFields(),
    chosenDocumentsField({
      name: "categories",
      title: "Tabs",
      description: "The first one is open at the start. The full list shows every category.",
      type: "featureCategory",
    }),
  ],
  preview: {
    select: { subtitle: "heading" },
    prepare: ({ subtitle }) => ({ title: "Features", subtitle }),
  },
});
