import { defineArrayMember, defineField, defineType } from "@sanity/types";
import { z } from "zod";

/** One row of a table. */
export const tableRow = defineType({
  name: "tableRow",
  title: "Row",
  type: "object",
  fields: [
    defineField({
      name: "cells",
      title: "Cells",
      type: "array",
      of: [defineArrayMember({ type: "string" })],
      validation: (rule) => rule.required().min(1).error("A row needs at least one cell."),
    }),
  ],
  preview: {
    select: { cells: "cells" },
    prepare: ({ cells }) => ({ title: Array.isArray(cells) ? cells.join(" | ") : "Empty row" }),
  },
});

const ourRows = z.array(
  z.object({ _type: z.literal("tableRow"), cells: z.array(z.string()).optional() }),
);

/**
 * Sanity's own messages on such rows name no path in the form, and nothing that an editor can do.
 */
const asTheGridShowsThem = (value: unknown) =>
  value === undefined || ourRows.safeParse(value).success
    ? true
    : "These rows were not written in the Studio, and visitors do not see them. Remove them and paste the table again.";

const rows = z.array(z.object({ cells: z.array(z.unknown()) }));

const asLongAsHead = (value: unknown) => {
  const [head, ...others] = rows.safeParse(value).data ?? [];
  const odd = others.findIndex(({ cells }) => cells.length !== head?.cells.length);
  if (odd < 0) return true;
  return `Row ${odd + 2} has ${others[odd]?.cells.length} cells, and the head has ${head?.cells.length}.`;
};

/** A table inside an article; its first row is the head. */
export const table = defineType({
  name: "table",
  title: "Table",
  type: "object",
  fields: [
    defineField({
      name: "caption",
      title: "Caption",
      description: "What the table shows. Screen readers read it first.",
      type: "string",
      validation: (rule) =>
        rule.required().error("Fill in the caption: it says in a few words what the table shows."),
    }),
    defineField({
      name: "rows",
      title: "Rows",
      description: "The first row holds the column headings.",
      type: "array",
      of: [defineArrayMember({ type: "tableRow" })],
      validation: (rule) => [
        rule.required().min(2).error("A head and at least one row."),
        rule.custom(asTheGridShowsThem),
        rule.custom(asLongAsHead).warning(),
      ],
    }),
  ],
  preview: { select: { title: "caption" } },
});
