import { defineField, defineType } from "@sanity/types";
import { requiredLine } from "../fields/text";

/** A button or a menu item: the words, where it leads, and the name analytics knows it by. */
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
      // So deep in a block the Studio folds it away, and a button without it is an error.
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
