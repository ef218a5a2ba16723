import { defineField, defineType } from "@sanity/types";
import { seoField, seoGroup } from "../fields/seo";
import { headingFields, requiredLine, requiredText } from "../fields/text";

/** The texts of /contact; email addresses and phone numbers come from Site settings. */
export const contactPage = defineType({
  name: "contactPage",
  title: "Contact page",
  type: "document",
  groups: [{ name: "page", title: "Page", default: true }, seoGroup],
  fields: [
    ...headingFields({ group: "page" }),

    requiredLine({ name: "formHeading", title: "Form: heading", group: "page" }),
    defineField({
      name: "formLead",
      title: "Form: lead",
      description: "Must be true of what the form does (Site settings → Behavior).",
      type: "text",
      rows: 2,
      group: "page",
    }),
    requiredLine({ name: "emailHeading", title: "Email card: heading", group: "page" }),
    requiredText({ name: "emailText", title: "Email card: text", group: "page", rows: 2 }),
    requiredLine({ name: "phoneHeading", title: "Phone card: heading", group: "page" }),
    requiredText({ name: "phoneText", title: "Phone card: text", group: "page", rows: 2 }),
    requiredLine({ name: "supportHeading", title: "Support card: heading", group: "page" }),
    requiredText({ name: "supportText", title: "Support card: text", group: "page", rows: 2 }),
    requiredLine({ name: "officeHeading", title: "Office: heading", group: "page" }),
    requiredText({ name: "officeText", title: "Office: text", group: "page", rows: 2 }),
    requiredLine({ name: "faqHeading", title: "FAQ: heading", group: "page" }),
    requiredText({ name: "faqText", title: "FAQ: text", group: "page", rows: 2 }),
    defineField({ name: "faqCta", title: "FAQ: link", type: "callToAction", group: "page" }),
    seoField({ required: true }),
  ],
  preview: {
    select: { subtitle: "heading" },
    prepare: ({ subtitle }) => ({ title: "Contact page", subtitle }),
  },
});
