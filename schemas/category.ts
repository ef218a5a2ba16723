import { defineField, defineType } from "@sanity/types";
import { slugField } from "./fields/slug";
import { requiredLine } from "./fields/text";

/** What an article is about; visitors filter the blog by it. */
export const category = defineType({
  name: "category",
  title: "Category",
  type: "document",
  fields: [
    requiredLine({ name: "title", title: "Title", max: 32 }),
    slugField({ source: "title", url: "/blog?category=…" }),
    defineField({ name: "description", title: "Description", type: "text", rows: 2 }),
  ],
  preview: { select: { title: "title", subtitle: "description" } },
});
