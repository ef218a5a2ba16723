import { defineField, defineType } from "@sanity/types";
import { filledIn } from "../fields/required-value";
import { seoField, seoGroup } from "../fields/seo";
import { headingFields, requiredLine, requiredText } from "../fields/text";

/** The texts of /careers; openings and why-join cards are documents of their own. */
export const careersPage = defineType({
  name: "careersPage",
  title: "Careers page",
  type: "document",
  groups: [{ name: "page", title: "Page", default: true }, seoGroup],
  fields: [
    ...headingFields({ group: "page" }),

    requiredLine({ name: "whyJoinHeading", title: "Why join: heading", group: "page" }),
    requiredLine({ name: "openingsHeading", title: "Openings: heading", group: "page" }),
    requiredText({
      name: "noOpeningsText",
      title: "When nothing is open",
      description: "Below “No openings at the moment”. Invites people to send a resume.",
      group: "page",
    }),
    requiredLine({
      name: "applicationHeading",
      title: "General application: heading",
      group: "page",
    }),
    requiredText({ name: "applicationText", title: "General application: text", group: "page" }),
    defineField({
      name: "applicationCta",
      title: "General application: button",
      type: "callToAction",
      group: "page",
      validation: (rule) => rule.custom(filledIn("People need a way to apply.")),
    }),
    seoField({ required: true }),
  ],
  preview: {
    select: { subtitle: "heading" },
    prepare: ({ subtitle }) => ({ title: "Careers page", subtitle }),
  },
});
