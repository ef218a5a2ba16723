import { defineArrayMember, defineField, defineType } from "@sanity/types";
import { seoField, seoGroup } from "../fields/seo";
import { homeSectionTypes } from "../home";

/** The front page: its sections, in the order in which visitors meet them. */
export const homePage = defineType({
  name: "homePage",
  title: "Home page",
  type: "document",
  groups: [{ name: "page", title: "Page", default: true }, seoGroup],
  fields: [
    defineField({
      name: "sections",
      title: "Sections",
      description: "Drag to reorder. The hero comes first.",
      type: "array",
      group: "page",
      of: homeSectionTypes.map(({ name }) => defineArrayMember({ type: name })),
      validation: (rule) => [
        rule.required().min(1).error("The page is empty."),
        rule.custom((sections) => {
          const types = (sections ?? []).map((section) =>
            typeof section === "object" && section !== null && "_type" in section
              ? section._type
              : undefined,
          );
          if (types.length > 0 && types[0] !== "homeHero")
            return "The hero comes first: it holds the page's title.";
          return new Set(types).size === types.length
            ? true
            : "The same section twice: both would have the same anchor.";
        }),
      ],
    }),
    seoField({ required: true }),
  ],
  preview: { prepare: () => ({ title: "Home page" }) },
});
