import { defineField, type FieldDefinition } from "@sanity/types";

const isShown = (bar: unknown) =>
  typeof bar === "object" && bar !== null && "isShown" in bar && bar.isShown === true;

/**
 * The fields of a bar above the navigation of every page: whether it is shown, its text, and a
 * link.
 */
export const siteBarFields = ({ shownDescription }: { shownDescription?: string } = {}) =>
  [
    defineField({
      name: "isShown",
      title: "Show it",
      description: shownDescription,
      type: "boolean",
      initialValue: false,
    }),
    defineField({
      name: "text",
      title: "Text",
      type: "string",
      validation: (rule) => [
        rule.custom((text, { parent }) =>
          isShown(parent) && !String(text ?? "").trim() ? "There is nothing to show yet." : true,
        ),
        rule.max(90).warning("Keep it under 90 characters: phones show three lines of it."),
      ],
    }),
    defineField({ name: "callToAction", title: "Link", type: "callToAction" }),
  ] satisfies FieldDefinition[];
