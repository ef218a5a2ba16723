import { defineField, defineType } from "@sanity/types";
import { seoField, seoGroup } from "../fields/seo";
import { headingFields, requiredText } from "../fields/text";

/** The texts of the documentation overview at /docs, and of the documentation dialog. */
export const docsPage = defineType({
  name: "docsPage",
  title: "Documentation page",
  type: "document",
  groups: [{ name: "page", title: "Page", default: true }, seoGroup],
  fields: [
    ...headingFields({ group: "page" }),

    requiredText({
      name: "authenticationText",
      title: "Authentication: text",
      group: "page",
      rows: 3,
    }),
    defineField({
      name: "gettingStarted",
      title: "Getting started",
      type: "articleBody",
      group: "page",
    }),
    seoField({ required: true }),
  ],
  preview: {
    select: { subtitle: "heading" },
    prepare: ({ subtitle }) => ({ title: "Documentation page", subtitle }),
  },
});
