import { defineType } from "@sanity/types";
import { sectionsField } from "./fields/sections";
import { seoField, seoGroup } from "./fields/seo";
import { slugField } from "./fields/slug";
import { requiredLine } from "./fields/text";

/** A page that editors compose from the blocks of the home page, at its own path. */
export const page = defineType({
  name: "page",
  title: "Landing page",
  type: "document",
  groups: [{ name: "page", title: "Page", default: true }, seoGroup],
  fields: [
    requiredLine({
      name: "title",
      title: "Name",
      description:
        "What the page is called in lists and in the sitemap; the hero holds its headline.",
      group: "page",
      max: 60,
    }),
    slugField({ source: "title", url: "/…", group: "page" }),
    sectionsField,
    seoField({ required: true }),
  ],
  preview: {
    select: { title: "title", slug: "slug.current" },
    prepare: ({ title, slug }) => ({
      title: title ?? "Untitled page",
      subtitle: slug && `/${slug}`,
    }),
  },
});
