import { defineArrayMember, defineField, defineType } from "@sanity/types";
import { iconField } from "./fields/icon";
import { uniqueAmongDocuments } from "./fields/unique-among-documents";
import {
  publishingGroup,
  publishingWindowFields,
  publishingWindowSelection,
} from "./fields/publishing-window";
import { requiredLine, requiredText } from "./fields/text";
import { listSubtitle } from "./validation/visibility";

const releaseTypes = [
  "Feature Release",
  "Maintenance Update",
  "Major Version Release",
  "Improvement Release",
];

/** One release in the changelog. */
export const changelogEntry = defineType({
  name: "changelogEntry",
  title: "Changelog entry",
  type: "document",
  groups: [{ name: "release", title: "Release", default: true }, publishingGroup],
  fields: [
    defineField({
      name: "version",
      title: "Version",
      description: "Also the anchor: /changelog#v2.4.0",
      type: "string",
      group: "release",
      validation: (rule) => [
        rule.required().error("The anchor of the entry is its version."),
        rule.regex(/^v?\d+\.\d+(\.\d+)?$/).error("Write it as v2.4.0: it becomes part of a URL."),
        rule.custom(
          uniqueAmongDocuments({
            filter: '_type == "changelogEntry" && version == $value',
            message: () => "Another entry has this version: both would have the same anchor.",
          }),
        ),
      ],
    }),
    defineField({
      name: "date",
      title: "Date",
      type: "date",
      group: "release",
      validation: (rule) => rule.required().error("Set the date: entries are sorted by it."),
    }),
    defineField({
      name: "type",
      title: "Type of release",
      type: "string",
      options: { list: releaseTypes },
      group: "release",
      validation: (rule) => rule.required().error("Choose the type of release."),
    }),
    iconField({ group: "release" }),
    requiredLine({ name: "title", title: "Title", group: "release", max: 80 }),
    requiredText({ name: "description", title: "Description", group: "release", max: 400 }),
    defineField({
      name: "changes",
      title: "Changes",
      type: "array",
      of: [defineArrayMember({ type: "change" })],
      group: "release",
      validation: (rule) => rule.required().min(1).error("Say what changed."),
    }),
    defineField({
      name: "tags",
      title: "Tags",
      type: "array",
      of: [defineArrayMember({ type: "string" })],
      options: { layout: "tags" },
      group: "release",
      validation: (rule) => rule.unique().error("The same tag twice."),
    }),
    ...publishingWindowFields,
  ],
  initialValue: () => ({ date: new Date().toISOString().slice(0, 10) }),
  orderings: [
    { title: "Newest first", name: "newest", by: [{ field: "date", direction: "desc" }] },
  ],
  preview: {
    select: { version: "version", title: "title", date: "date", ...publishingWindowSelection },
    prepare: ({ version, title, date, ...window }) => ({
      title: [version, title].filter(Boolean).join(" · ") || "Untitled entry",
      subtitle: listSubtitle(window, date),
    }),
  },
});
