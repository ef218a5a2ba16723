import { defineArrayMember, defineField, defineType } from "@sanity/types";
import { orderRankField, orderRankOrdering } from "./fields/order-rank";
import {
  publishingGroup,
  publishingWindowFields,
  publishingWindowSelection,
} from "./fields/publishing-window";
import { seoField, seoGroup } from "./fields/seo";
import { slugField } from "./fields/slug";
import { requiredLine, requiredText } from "./fields/text";
import { listSubtitle } from "./validation/visibility";

const lines = (name: string, title: string) =>
  defineField({
    name,
    title,
    type: "array",
    group: "job",
    of: [defineArrayMember({ type: "string" })],
    validation: (rule) => rule.required().min(1).error(`${title}: write at least one.`),
  });

const dollars = (name: string, title: string) =>
  defineField({
    name,
    title,
    type: "number",
    validation: (rule) => rule.integer().min(0).error("Whole dollars, 0 or more."),
  });

/** An open position. */
export const jobOpening = defineType({
  name: "jobOpening",
  title: "Job opening",
  type: "document",
  orderings: [orderRankOrdering],
  groups: [{ name: "job", title: "Job", default: true }, publishingGroup, seoGroup],
  fields: [
    requiredLine({ name: "title", title: "Title", group: "job", max: 60 }),
    slugField({
      name: "id",
      title: "Id",
      source: "title",
      url: "/careers/…",
      group: "job",
    }),
    requiredLine({ name: "location", title: "Location", group: "job" }),
    requiredLine({ name: "department", title: "Department", group: "job" }),
    defineField({
      name: "type",
      title: "Type",
      type: "string",
      options: { list: ["Full-time", "Part-time", "Contract", "Internship"] },
      initialValue: "Full-time",
      group: "job",
      validation: (rule) => rule.required().error("Choose the type of employment."),
    }),
    requiredText({ name: "summary", title: "Summary", group: "job", max: 320, rows: 4 }),
    lines("responsibilities", "Responsibilities"),
    lines("qualifications", "Qualifications"),
    lines("benefits", "Benefits"),
    defineField({
      name: "salary",
      title: "Salary, in US dollars a year",
      description: "Empty: the page shows $80,000 to $180,000.",
      type: "object",
      group: "job",
      options: { columns: 2 },
      fields: [dollars("min", "From"), dollars("max", "To")],
      initialValue: { min: 80000, max: 180000 },
      validation: (rule) =>
        rule.custom((salary) =>
          salary && Number(salary.min) > Number(salary.max)
            ? "“From” is higher than “To”: the lower figure comes first."
            : true,
        ),
    }),
    defineField({
      name: "postedDate",
      title: "Posted on",
      type: "date",
      group: publishingGroup.name,
      validation: (rule) =>
        rule.required().error("Search engines want to know when it was posted."),
    }),
    defineField({
      name: "validThrough",
      title: "Applications until",
      description: "Empty: three months after posting.",
      type: "date",
      group: publishingGroup.name,
      validation: (rule) =>
        rule.custom((until, { document }) =>
          until && typeof document?.postedDate === "string" && until < document.postedDate
            ? "Nobody could apply: this is before the day of posting."
            : true,
        ),
    }),
    ...publishingWindowFields,
    seoField(),
    orderRankField,
  ],
  initialValue: () => ({ postedDate: new Date().toISOString().slice(0, 10) }),
  preview: {
    select: {
      title: "title",
      department: "department",
      location: "location",
      ...publishingWindowSelection,
    },
    prepare: ({ title, department, location, ...window }) => ({
      title: title ?? "Untitled opening",
      subtitle: listSubtitle(window, department, location),
    }),
  },
});
