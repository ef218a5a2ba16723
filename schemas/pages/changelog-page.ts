import { defineType } from "@sanity/types";
import { seoField, seoGroup } from "../fields/seo";
import { headingFields } from "../fields/text";

/** The texts of /changelog. */
export const changelogPage = defineType({
  name: "changelogPage",
  title: "Changelog page",
  type: "document",
  groups: [{ name: "page", title: "Page", default: true }, seoGroup],
  fields: [...headingFields({ group: "page" }), seoField({ required: true })],
  preview: {
    select: { subtitle: "heading" },
    prepare: ({ subtitle }) => ({ title: "Changelog page", subtitle }),
  },
});
