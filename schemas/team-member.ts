import { defineField, defineType } from "@sanity/types";
import { imageField } from "./fields/image";
import { orderRankField, orderRankOrdering } from "./fields/order-rank";
import { requiredLine, requiredText } from "./fields/text";

/** Someone on the About page. */
export const teamMember = defineType({
  name: "teamMember",
  title: "Team member",
  type: "document",
  orderings: [orderRankOrdering],
  fields: [
    requiredLine({ name: "name", title: "Name" }),
    requiredLine({ name: "role", title: "Role", max: 48 }),
    requiredText({ name: "bio", title: "About", max: 280 }),
    defineField({ name: "isFounder", title: "Founder", type: "boolean", initialValue: false }),
    defineField({
      name: "delay",
      title: "Delay, in seconds",
      description: "How long the card waits before it appears when it scrolls into view.",
      type: "number",
      initialValue: 0,
      validation: (rule) => rule.min(0).max(1).error("Between 0 and 1 second."),
    }),
    imageField({
      name: "image",
      title: "Portrait",
      description: "Without one the initials are shown.",
    }),
    orderRankField,
  ],
  preview: { select: { title: "name", subtitle: "role", media: "image" } },
});
