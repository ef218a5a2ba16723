import { defineField, defineType } from "@sanity/types";
import { seoField, seoGroup } from "../fields/seo";
import { headingFields, requiredLine, requiredText } from "../fields/text";

/** The texts of /security; the cards are documents of their own. */
export const securityPage = defineType({
  name: "securityPage",
  title: "Security page",
  type: "document",
  groups: [{ name: "page", title: "Page", default: true }, seoGroup],
  fields: [
    ...headingFields({ group: "page" }),

    requiredLine({ name: "cardsHeading", title: "Cards: heading", group: "page" }),
    requiredLine({ name: "closingHeading", title: "End of the page: heading", group: "page" }),
    requiredText({ name: "closingText", title: "End of the page: text", group: "page" }),
    defineField({ name: "primaryCta", title: "First button", type: "callToAction", group: "page" }),
    defineField({
      name: "secondaryCta",
      title: "Second button",
      type: "callToAction",
      group: "page",
    }),
    seoField({ required: true }),
  ],
  preview: {
    select: { subtitle: "heading" },
    prepare: ({ subtitle }) => ({ title: "Security page", subtitle }),
  },
});
