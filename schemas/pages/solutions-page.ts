import { defineField, defineType } from "@sanity/types";
import { seoField, seoGroup } from "../fields/seo";
import { headingFields, requiredLine, requiredText } from "../fields/text";

/** The texts of the overview at /solutions. */
export const solutionsPage = defineType({
  name: "solutionsPage",
  title: "Solutions page",
  type: "document",
  groups: [{ name: "page", title: "Page", default: true }, seoGroup],
  fields: [
    ...headingFields({ group: "page" }),

    requiredLine({ name: "closingHeading", title: "End of the page: heading", group: "page" }),
    requiredText({ name: "closingText", title: "End of the page: text", group: "page" }),
    defineField({ name: "closingCta", title: "Button", type: "callToAction", group: "page" }),
    seoField({ required: true }),
  ],
  preview: {
    select: { subtitle: "heading" },
    prepare: ({ subtitle }) => ({ title: "Solutions page", subtitle }),
  },
});
