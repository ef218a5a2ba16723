import type { HtmlToPortableTextOptions } from "@portabletext/html";
import { rowOf, squared } from "../tables/table-cells";

/** The field that something is pasted into. */
export type PastedInto = Required<Pick<HtmlToPortableTextOptions, "schema" | "keyGenerator">>;

/** Whether a field accepts blocks of a type between its paragraphs. */
export const takes = ({ schema }: PastedInto, type: string): boolean =>
  schema.blockObjects.some(({ name }) => name === type);

/** A table as our schema has it: plain text in every cell, as many cells in each row. */
export const tableBlock = ({ keyGenerator }: PastedInto, rows: string[][]) => ({
  _type: "table",
  _key: keyGenerator(),
  rows: squared(rows.map(rowOf)),
});

/** A quote, which still needs the name of the person. */
export const quoteBlock = ({ keyGenerator }: PastedInto, text: string) => ({
  _type: "quote",
  _key: keyGenerator(),
  text,
});
