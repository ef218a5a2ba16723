import { defineArrayMember, defineField, defineType } from "@sanity/types";
import { seoField, seoGroup } from "./fields/seo";
import { slugField } from "./fields/slug";
import { requiredLine } from "./fields/text";

/** Terms, privacy policy, cookie policy. */
export const legalPage = defineType({
  name: "legalPage",
  title: "Legal page",
  type: "document",
  groups: [{ name: "text", title: "Text", default: true }, seoGroup],
  fields: [
    requiredLine({ name: "title", title: "Title", group: "text" }),
    slugField({ source: "title", url: "/…", group: "text" }),
    defineField({
      name: "lastUpdated",
      title: "Last updated",
      type: "date",
      group: "text",
      validation: (rule) => rule.required().error("Readers need to know which version this is."),
    }),
    defineField({ name: "intro", title: "Introduction", type: "richText", group: "text" }),
    defineField({
      name: "sections",
      title: "Sections",
      type: "array",
      group: "text",
      of: [defineArrayMember({ type: "legalSection" })],
      validation: (rule) => rule.required().min(1).error("The page has no text."),
    }),
    seoField(),
  ],
  preview: { select: { title: "title", subtitle: "lastUpdated" } },
});
