import { defineField, defineType } from "@sanity/types";
import { filledIn } from "../fields/required-value";
import { iconField } from "../fields/icon";
import { requiredLine, requiredText } from "../fields/text";

/** A card with a button. */
export const linkCard = defineType({
  name: "linkCard",
  title: "Card with a button",
  type: "object",
  fields: [
    iconField(),
    requiredLine({ name: "title", title: "Title", max: 60 }),
    requiredText({ name: "description", title: "Description", max: 240, rows: 2 }),
    defineField({
      name: "callToAction",
      title: "Button",
      type: "callToAction",
      validation: (rule) => rule.custom(filledIn("The card needs its button.")),
    }),
  ],
  preview: { select: { title: "title", subtitle: "description" } },
});
