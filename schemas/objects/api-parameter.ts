import { defineField, defineType } from "@sanity/types";
import { requiredLine, requiredText } from "../fields/text";

/** One parameter of an API call. */
export const apiParameter = defineType({
  name: "apiParameter",
  title: "Parameter",
  type: "object",
  fields: [
    requiredLine({ name: "name", title: "Name" }),
    requiredLine({
      name: "type",
      title: "Type",
      description: "As a developer writes it: string, integer, file[], object.",
    }),
    defineField({ name: "required", title: "Required", type: "boolean", initialValue: false }),
    requiredText({ name: "description", title: "Description", rows: 2 }),
  ],
  preview: { select: { title: "name", subtitle: "type" } },
});
