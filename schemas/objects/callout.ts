import { defineField, defineType } from "@sanity/types";

/** A boxed remark inside an article. */
export const callout = defineType({
  name: "callout",
  title: "Callout",
  type: "object",
  fields: [
    defineField({
      name: "tone",
      title: "Tone",
      type: "string",
      options: {
        list: [
          { title: "Note", value: "note" },
          { title: "Tip", value: "tip" },
          { title: "Warning", value: "warning" },
        ],
        layout: "radio",
      },
      initialValue: "note",
      validation: (rule) => rule.required().error("Choose a tone: it sets the color and the icon."),
    }),
    defineField({ name: "title", title: "Title", type: "string" }),
    defineField({
      name: "content",
      title: "Text",
      type: "richText",
      validation: (rule) => rule.required().error("The box is empty."),
    }),
  ],
  preview: { select: { title: "title", subtitle: "tone" } },
});
