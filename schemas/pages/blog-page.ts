import { defineType } from "@sanity/types";
import { seoField, seoGroup } from "../fields/seo";
import { headingFields, requiredLine, requiredText } from "../fields/text";

/** The texts of the article list at /blog. */
export const blogPage = defineType({
  name: "blogPage",
  title: "Blog page",
  type: "document",
  groups: [{ name: "page", title: "Page", default: true }, seoGroup],
  fields: [
    ...headingFields({ group: "page", whenEmpty: "the brand name and “Insights Hub”" }),

    requiredLine({ name: "newsletterHeading", title: "Newsletter: heading", group: "page" }),
    requiredText({ name: "newsletterText", title: "Newsletter: text", group: "page", rows: 2 }),
    seoField({ required: true }),
  ],
  preview: {
    select: { subtitle: "heading" },
    prepare: ({ subtitle }) => ({ title: "Blog page", subtitle }),
  },
});
