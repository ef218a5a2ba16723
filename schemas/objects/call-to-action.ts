import { defineField, defineType } from "@sanity/types";
import { requiredLine } from "../fields/text";

/** A button or a menu item: its text, its target, and its name in analytics. */
export const callToAction = defineType({
  name: "callToAction",
  title: "Call to action",
  type: "object",
  fields: [
    requiredLine({
      name: "label",
      title: "Label",
      max: 32,
      why: "Buttons do not wrap on phones.",
    }),
    defineField({
      name: "destination",
      title: "Leads to",
      type: "destination",
      // So deep in a block the Studio collapses it, and a button without it is an error.
      options: { collapsible: false },
    }),
    defineField({
      name: "event",
      title: "Analytics event",
      description: "Counted when a visitor who agreed to analytics clicks. Empty: not counted.",
      type: "string",
    }),
  ],
  preview: { select: { title: "label", subtitle: "destination.href" } },
});
