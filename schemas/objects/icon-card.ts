import { defineType } from "@sanity/types";
import { iconField } from "../fields/icon";
import { requiredLine, requiredText } from "../fields/text";

/** A point with an icon, inside a section that shows a handful of cards. */
export const iconCard = defineType({
  name: "iconCard",
  title: "Card",
  type: "object",
  fields: [
    iconField(),
    requiredLine({ name: "title", title: "Title", max: 60 }),
    requiredText({ name: "description", title: "Description", max: 240, rows: 2 }),
  ],
  preview: { select: { title: "title", subtitle: "description" } },
});
