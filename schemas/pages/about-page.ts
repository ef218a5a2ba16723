import { defineField, defineType } from "@sanity/types";
import { downloadField } from "../fields/download";
import { seoField, seoGroup } from "../fields/seo";
import { headingFields, requiredLine, requiredText } from "../fields/text";

/** The texts of /about; team members, values and steps are documents of their own. */
export const aboutPage = defineType({
  name: "aboutPage",
  title: "About page",
  type: "document",
  groups: [{ name: "page", title: "Page", default: true }, seoGroup],
  fields: [
    ...headingFields({ group: "page" }),

    requiredLine({ name: "missionHeading", title: "Mission: heading", group: "page" }),
    defineField({
      name: "mission",
      title: "Mission",
      type: "richText",
      group: "page",
      validation: (rule) => rule.required().error("The mission is empty."),
    }),
    requiredLine({ name: "storyHeading", title: "Story: heading", group: "page" }),
    defineField({
      name: "story",
      title: "Story",
      type: "richText",
      group: "page",
      validation: (rule) => rule.required().error("The story is empty."),
    }),
    requiredLine({ name: "visionHeading", title: "Vision: heading", group: "page" }),
    defineField({
      name: "vision",
      title: "Vision",
      type: "richText",
      group: "page",
      validation: (rule) => rule.required().error("The vision is empty."),
    }),
    requiredLine({ name: "teamHeading", title: "Team: heading", group: "page" }),
    defineField({ name: "teamLead", title: "Team: lead", type: "text", rows: 2, group: "page" }),
    requiredLine({ name: "valuesHeading", title: "Values: heading", group: "page" }),
    requiredLine({ name: "journeyHeading", title: "Journey: heading", group: "page" }),
    downloadField({
      name: "pressKit",
      title: "Press kit",
      description: "Logo, figures and pictures for those who write about the company. Optional.",
      group: "page",
    }),
    requiredLine({ name: "closingHeading", title: "End of the page: heading", group: "page" }),
    requiredText({ name: "closingText", title: "End of the page: text", group: "page" }),
    defineField({ name: "primaryCta", title: "First button", type: "callToAction", group: "page" }),
    defineField({
      name: "secondaryCta",
      title: "Second button",
      type: "callToAction",
      group: "page",
    }),
    seoField({ required: true }),
  ],
  preview: {
    select: { subtitle: "heading" },
    prepare: ({ subtitle }) => ({ title: "About page", subtitle }),
  },
});
