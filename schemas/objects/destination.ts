import { defineField, defineType } from "@sanity/types";
import { exactlyOneTarget, hrefField, outsideField, referenceField } from "../fields/link";

/** The target of a button or a menu item. */
export const destination = defineType({
  name: "destination",
  title: "Destination",
  type: "object",
  fields: [
    hrefField,
    referenceField,
    outsideField,
    defineField({
      name: "subject",
      title: "Subject of the email",
      type: "string",
      hidden: ({ parent }) => !String(parent?.outside ?? "").endsWith("Email"),
      validation: (rule) =>
        rule
          .regex(/^[A-Za-z0-9 ]*$/)
          .error(
            "Letters, digits and spaces only: other characters get lost on the way to the mail app.",
          ),
    }),
  ],
  validation: (rule) => rule.custom(exactlyOneTarget),
});
