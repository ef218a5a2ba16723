import { defineType } from "@sanity/types";
import { chosenDocumentsField } from "../fields/references";
import { headingFields } from "../fields/text";

/** Questions and answers, anchor faq. */
export const homeFaq = defineType({
  name: "homeFaq",
  title: "Questions",
  type: "object",
  fields: [
    ...headingFields(),
    chosenDocumentsField({ name: "questions", title: "Questions", type: "faq" }),
  ],
  preview: {
    select: { subtitle: "heading" },
    prepare: ({ subtitle }) => ({ title: "Questions", subtitle }),
  },
});
