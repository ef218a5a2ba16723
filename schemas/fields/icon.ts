import { defineField } from "@sanity/types";

/** The drawing on a card. */
export const iconField = ({ group }: { group?: string } = {}) =>
  defineField({
    name: "icon",
    title: "Icon",
    type: "icon",
    group,
    validation: (rule) => rule.required().error("Choose an icon: the card is laid out around it."),
  });
