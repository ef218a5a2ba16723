import { defineField, defineType } from "@sanity/types";
import { imageField } from "../fields/image";

/** What search engines and link previews show of one page. */
export const seo = defineType({
  name: "seo",
  title: "Search and sharing",
  type: "object",
  fields: [
    defineField({
      name: "title",
      title: "Title",
      description: "Empty: the page’s own title.",
      type: "string",
      validation: (rule) => rule.max(60).warning("Search engines cut titles after 60 characters."),
    }),
    defineField({
      name: "description",
      title: "Description",
      type: "text",
      rows: 3,
      validation: (rule) =>
        rule.max(160).warning("Search engines cut descriptions after 160 characters."),
    }),
    imageField({
      name: "image",
      title: "Picture for link previews",
      description:
        "1200 × 630 pixels or larger. Empty: the page’s own, then that of Site settings.",
    }),
    defineField({
      name: "noIndex",
      title: "Hide from search engines",
      type: "boolean",
      initialValue: false,
    }),
  ],
});
