import { defineArrayMember, defineField, defineType } from "@sanity/types";
import { filledIn } from "../fields/required-value";
import { requiredLine, requiredText } from "../fields/text";

/** The top of the home page. */
export const homeHero = defineType({
  name: "homeHero",
  title: "Hero",
  type: "object",
  fields: [
    defineField({
      name: "eyebrow",
      title: "Line above the headline",
      type: "string",
      validation: (rule) => rule.max(60).warning("Keep it under 60 characters: one line."),
    }),
    requiredLine({
      name: "headline",
      title: "Headline",
      max: 60,
      why: "It is set in the largest size of the site.",
    }),
    defineField({
      name: "highlight",
      title: "Highlighted part",
      description: "Words of the headline, letter for letter, that stand out in color.",
      type: "string",
      validation: (rule) =>
        rule.custom((highlight, context) => {
          const parent = context.parent;
          const headline =
            typeof parent === "object" && parent !== null && "headline" in parent
              ? String(parent.headline)
              : "";
          return !highlight || headline.includes(highlight)
            ? true
            : "These words are not in the headline.";
        }),
    }),
    requiredText({ name: "lead", title: "Lead", max: 240 }),
    defineField({
      name: "primaryCta",
      title: "First button",
      type: "callToAction",
      validation: (rule) =>
        rule.custom(filledIn("Give the button a label and a target: the hero needs it.")),
    }),
    defineField({ name: "secondaryCta", title: "Second button", type: "callToAction" }),
    defineField({
      name: "facts",
      title: "Facts",
      description: "Up to four figures.",
      type: "array",
      of: [defineArrayMember({ type: "fact" })],
      validation: (rule) => rule.max(4).error("Four at most: they share one row."),
    }),
    defineField({
      name: "operations",
      title: "Operations",
      description: "What visitors can choose beside the headline. The first is shown at first.",
      type: "array",
      of: [defineArrayMember({ type: "heroOperation" })],
      validation: (rule) => rule.max(5).error("Five at most: they share one row."),
    }),
  ],
  preview: {
    select: { subtitle: "headline" },
    prepare: ({ subtitle }) => ({ title: "Hero", subtitle }),
  },
});
