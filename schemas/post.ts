import { defineArrayMember, defineField, defineType } from "@sanity/types";
import { filledIn } from "./fields/required-value";
import { imageField } from "./fields/image";
import {
  publishingGroup,
  publishingWindowFields,
  publishingWindowSelection,
} from "./fields/publishing-window";
import { seoField, seoGroup } from "./fields/seo";
import { slugField } from "./fields/slug";
import { requiredLine, requiredText } from "./fields/text";
import { maxEntries } from "./validation/max-entries";
import { listSubtitle } from "./validation/visibility";

const counter = (name: string, title: string, description?: string) =>
  defineField({
    name,
    title,
    description,
    type: "number",
    group: publishingGroup.name,
    fieldset: "counters",
    validation: (rule) => rule.integer().min(0).error("A count: 0 or more."),
  });

/** An article of the blog. */
export const post = defineType({
  name: "post",
  title: "Article",
  type: "document",
  groups: [
    { name: "article", title: "Article", default: true },
    { name: "byline", title: "Author" },
    publishingGroup,
    seoGroup,
  ],
  fieldsets: [
    {
      name: "legacyByline",
      title: "Author without a document",
      description: "For imported articles. A chosen author takes precedence.",
      options: { collapsible: true, collapsed: true },
    },
    {
      name: "counters",
      title: "Counters",
      options: { collapsible: true, collapsed: true, columns: 3 },
    },
  ],
  fields: [
    requiredLine({
      name: "title",
      title: "Title",
      group: "article",
      max: 90,
      why: "Longer titles fill four lines of a card.",
    }),
    slugField({ source: "title", url: "/blog/…", group: "article" }),
    requiredText({
      name: "excerpt",
      title: "Excerpt",
      description: "What the cards and search engines show.",
      group: "article",
      max: 200,
      why: "Cards cut it there.",
    }),
    imageField({ name: "image", title: "Picture", group: "article", required: true }),
    defineField({
      name: "category",
      title: "Category",
      type: "reference",
      to: [{ type: "category" }],
      group: "article",
      validation: (rule) =>
        rule.custom(filledIn("Choose a category: related articles come from it.")),
    }),
    defineField({
      name: "tags",
      title: "Tags",
      description: "Cards show the first three.",
      type: "array",
      of: [defineArrayMember({ type: "string" })],
      options: { layout: "tags" },
      group: "article",
      validation: (rule) => rule.unique().error("The same tag twice."),
    }),
    defineField({
      name: "content",
      title: "Body",
      type: "articleBody",
      group: "article",
      validation: (rule) => [
        rule.required().error("The body is empty. Write the article."),
        rule
          .max(maxEntries)
          .error(
            `Visitors see the first ${maxEntries} paragraphs and blocks. Split the article in two.`,
          ),
      ],
    }),
    defineField({
      name: "author",
      title: "Author",
      type: "reference",
      to: [{ type: "author" }],
      group: "byline",
      validation: (rule) =>
        rule
          .custom((author, { document }) =>
            author || document?.legacyAuthor
              ? true
              : "No name is shown below the title. Choose who wrote the article.",
          )
          .warning(),
    }),
    defineField({
      name: "authorRole",
      title: "Role in this article",
      description: "Empty: the author’s own role.",
      type: "string",
      group: "byline",
    }),
    defineField({
      name: "legacyAuthor",
      title: "Name",
      description: "May carry the role after a comma: “Ada Example, Head of Platform”.",
      type: "string",
      group: "byline",
      fieldset: "legacyByline",
    }),
    imageField({
      name: "authorImage",
      title: "Portrait",
      group: "byline",
      fieldset: "legacyByline",
    }),
    defineField({
      name: "date",
      title: "Date",
      description: "The date under the title; newest first.",
      type: "date",
      group: publishingGroup.name,
      validation: (rule) => rule.required().error("Set the date: articles are sorted by it."),
    }),
    ...publishingWindowFields,
    defineField({
      name: "readTime",
      title: "Minutes to read",
      description: "Empty: counted from the words.",
      type: "number",
      group: publishingGroup.name,
      validation: (rule) => rule.integer().min(1).error("Whole minutes, 1 or more."),
    }),
    counter("views", "Views"),
    counter("likes", "Likes", "Of an earlier site: those of visitors here are added."),
    counter("comments", "Comments", "Of an earlier site: shown while comments are switched off."),
    defineField({
      name: "commentsClosed",
      title: "Comments are closed",
      description: "Those that were approved stay on the page.",
      type: "boolean",
      group: publishingGroup.name,
      initialValue: false,
    }),
    seoField(),
  ],
  initialValue: () => ({ date: new Date().toISOString().slice(0, 10) }),
  orderings: [
    { title: "Newest first", name: "newest", by: [{ field: "date", direction: "desc" }] },
    { title: "Title", name: "title", by: [{ field: "title", direction: "asc" }] },
  ],
  preview: {
    select: {
      title: "title",
      date: "date",
      category: "category.title",
      media: "image",
      ...publishingWindowSelection,
    },
    prepare: ({ title, date, category, media, ...window }) => ({
      title: title ?? "Untitled article",
      subtitle: listSubtitle(window, date, category),
      media,
    }),
  },
});
