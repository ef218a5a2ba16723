import { defineArrayMember, defineField } from "@sanity/types";
import { blockTypes } from "../blocks";

/** The blocks that the home page and landing pages consist of. */
export const sectionsField = defineField({
  name: "sections",
  title: "Sections",
  description: "Drag to reorder (by keyboard: Space, then the arrows). The hero comes first.",
  type: "array",
  group: "page",
  of: blockTypes.map(({ name }) => defineArrayMember({ type: name })),
  options: {
    insertMenu: {
      filter: true,
      views: [
        { name: "grid", previewImageUrl: (type) => `/studio/static/sections/${type}.svg` },
        { name: "list" },
      ],
    },
  },
  validation: (rule) => [
    rule.required().min(1).error("The page is empty."),
    rule.custom((sections) => {
      const types = (sections ?? []).map((section) =>
        typeof section === "object" && section !== null && "_type" in section
          ? section._type
          : undefined,
      );
      if (types.length > 0 && types[0] !== "homeHero")
        return "The hero comes first: it holds the page’s title.";
      return new Set(types).size === types.length
        ? true
        : "The same section twice: both would have the same anchor.";
    }),
  ],
});
