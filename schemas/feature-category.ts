import { defineField, defineType } from "@sanity/types";
import { orderRankField, orderRankOrdering } from "./fields/order-rank";
import { slugField } from "./fields/slug";
import { requiredLine } from "./fields/text";

/** A group of features. The home page shows those with a tab; the full list shows all. */
export const featureCategory = defineType({
  name: "featureCategory",
  title: "Feature category",
  type: "document",
  orderings: [orderRankOrdering],
  fields: [
    requiredLine({
      name: "title",
      title: "Title",
      max: 32,
      why: "Tabs are side by side.",
    }),
    slugField({ source: "title", url: "/#features, tab …" }),
    defineField({ name: "description", title: "Description", type: "text", rows: 2 }),
    orderRankField,
  ],
  preview: { select: { title: "title", subtitle: "description" } },
});
