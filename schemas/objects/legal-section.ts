import { defineArrayMember, defineField, defineType } from "@sanity/types";
import { isUrlSegment } from "../fields/slug";
import { requiredLine } from "../fields/text";

/** A part of a section, under its own heading. */
export const legalSubsection = defineType({
  name: "legalSubsection",
  title: "Subsection",
  type: "object",
  fields: [
    requiredLine({ name: "title", title: "Title" }),
    defineField({
      name: "content",
      title: "Text",
      type: "richText",
      validation: (rule) => rule.required().error("The subsection has no text."),
    }),
  ],
  preview: { select: { title: "title" } },
});

/** A numbered section of a legal page, linked by its anchor from the table of contents. */
export const legalSection = defineType({
  name: "legalSection",
  title: "Section",
  type: "object",
  fields: [
    requiredLine({ name: "title", title: "Title" }),
    defineField({
      name: "id",
      title: "Anchor",
      description:
        "The name of the section in its URL, such as fees in /terms#fees: lower-case letters, digits and hyphens. Letters to customers link to it: do not change it later.",
      type: "string",
      validation: (rule) => [
        rule
          .required()
          .error("Give the section a short name, such as fees: the table of contents links to it."),
        rule.custom((id) =>
          !id || isUrlSegment(id) ? true : "Lower-case letters, digits and hyphens only.",
        ),
      ],
    }),
    defineField({ name: "content", title: "Text", type: "richText" }),
    defineField({
      name: "subsections",
      title: "Subsections",
      type: "array",
      of: [defineArrayMember({ type: "legalSubsection" })],
    }),
  ],
  validation: (rule) =>
    rule.custom((section) =>
      section?.content || section?.subsections ? true : "Write its text, or add a subsection.",
    ),
  preview: { select: { title: "title", subtitle: "id" } },
});
