import { defineType } from "@sanity/types";
import { exactlyOneTarget, hrefField, referenceField } from "../fields/link";

/** A link inside running text. */
export const link = defineType({
  name: "link",
  title: "Link",
  type: "object",
  fields: [hrefField, referenceField],
  validation: (rule) => rule.custom(exactlyOneTarget),
});
