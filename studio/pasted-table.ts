import { z } from "zod";

/** Anything else in a cell, a picture say, has no words. */
const words = z.object({ text: z.string().catch("") });

/** A table as the editor's reader of Markdown makes it: what stands in a cell is text with blocks of its own. */
const readTable = z.looseObject({
  _type: z.literal("table"),
  _key: z.string(),
  rows: z.array(
    z.object({
      _key: z.string(),
      cells: z.array(
        z.object({ value: z.array(z.object({ children: z.array(words).catch([]) })) }),
      ),
    }),
  ),
});

/** A table as our schema has it. */
interface OwnTable {
  _type: "table";
  _key: string;
  rows: { _type: "tableRow"; _key: string; cells: string[] }[];
  [other: string]: unknown;
}

/**
 * The blocks with such tables as our schema has them, whose cells are plain text; undefined when there is none. A table of
 * the other shape could not be read by its form, and broke the preview.
 */
export function withOwnTables<Block extends object>(
  blocks: readonly Block[],
): (Block | OwnTable)[] | undefined {
  const read = blocks.map((block) => readTable.safeParse(block).data);
  if (!read.some((table) => table)) return undefined;
  return blocks.map((block, index) => {
    const table = read[index];
    return table ? ownTable(table) : block;
  });
}

function ownTable({ _key, rows }: z.infer<typeof readTable>): OwnTable {
  return {
    _type: "table",
    _key,
    rows: rows.map((row) => ({
      _type: "tableRow",
      _key: row._key,
      cells: row.cells.map(({ value }) =>
        value.map(({ children }) => children.map(({ text }) => text).join("")).join(" "),
      ),
    })),
  };
}
