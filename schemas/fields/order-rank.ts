import { defineField } from "@sanity/types";

/**
 * The position of a document in a list that editors order by dragging. The Studio's orderable lists
 * write it, as a LexoRank string; queries sort by it, and a document without one comes last.
 */
export const orderRankField = defineField({
  name: "orderRank",
  title: "Order",
  type: "string",
  hidden: true,
  readOnly: true,
});

/** The same order in the Studio's lists. */
export const orderRankOrdering = {
  title: "As on the site",
  name: "orderRank",
  by: [{ field: "orderRank", direction: "asc" as const }],
};
