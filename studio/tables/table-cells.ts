import { z } from "zod";

/** A table as the lake stores it, as far as the grid can show it. */
export const tableRows = z.array(
  z.looseObject({
    _key: z.string(),
    _type: z.literal("tableRow"),
    cells: z.array(z.string()).default([]),
  }),
);

export type TableRows = z.infer<typeof tableRows>;

/** A row with its own key. */
export const rowOf = (cells: string[]): TableRows[number] => ({
  _type: "tableRow",
  _key: crypto.randomUUID().slice(0, 12),
  cells,
});

/** A table of this many empty cells. */
export const emptyTable = (rows: number, columns: number): TableRows =>
  Array.from({ length: rows }, () => rowOf(Array<string>(columns).fill("")));

export const widthOf = (rows: TableRows): number =>
  Math.max(0, ...rows.map(({ cells }) => cells.length));

/** The same table with as many cells in every row. */
export function squared(rows: TableRows, width = widthOf(rows)): TableRows {
  return rows.map((row) => ({
    ...row,
    cells: Array.from({ length: width }, (_, column) => row.cells[column] ?? ""),
  }));
}

const inserted = <T>(list: readonly T[], index: number, item: T): T[] => [
  ...list.slice(0, index),
  item,
  ...list.slice(index),
];

/** The list with one item moved; the same list when the target is out of bounds. */
function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const item = list[from];
  if (item === undefined || to < 0 || to >= list.length) return [...list];
  return inserted(
    list.filter((_, index) => index !== from),
    to,
    item,
  );
}

const without = <T>(list: readonly T[], index: number): T[] =>
  list.filter((_, position) => position !== index);

/** The same change of every row. */
const eachRow = (rows: TableRows, change: (cells: string[]) => string[]): TableRows =>
  squared(rows).map((row) => ({ ...row, cells: change(row.cells) }));

export const insertRow = (rows: TableRows, index: number): TableRows =>
  inserted(rows, index, rowOf(Array<string>(widthOf(rows)).fill("")));

export const moveRow = (rows: TableRows, from: number, to: number): TableRows =>
  moved(rows, from, to);

export const removeRow = (rows: TableRows, index: number): TableRows => without(rows, index);

export const insertColumn = (rows: TableRows, index: number): TableRows =>
  eachRow(rows, (cells) => inserted(cells, index, ""));

export const moveColumn = (rows: TableRows, from: number, to: number): TableRows =>
  eachRow(rows, (cells) => moved(cells, from, to));

export const removeColumn = (rows: TableRows, index: number): TableRows =>
  eachRow(rows, (cells) => without(cells, index));

/** The cells of what was copied from a spreadsheet: tabs between cells, one line per row. */
export const sheetCells = (text: string): string[][] =>
  text
    .replace(/\r?\n$/, "")
    .split(/\r?\n/)
    .map((line) => line.split("\t"));

/**
 * Whether plain text is the rows of a spreadsheet: two at least, all of the same two or more cells.
 */
export function isSheet(text: string): boolean {
  const [first, ...others] = sheetCells(text).map(({ length }) => length);
  return first !== undefined && first > 1 && others.length > 0 && others.every((n) => n === first);
}

/**
 * Writes what was copied from a spreadsheet over the table, from a cell on. The table grows where
 * it does not fit.
 */
export function fill(
  rows: TableRows,
  at: { row: number; column: number },
  text: string,
): TableRows {
  const copied = sheetCells(text);
  const height = Math.max(rows.length, at.row + copied.length);
  const width = Math.max(
    widthOf(rows),
    at.column + Math.max(...copied.map(({ length }) => length)),
  );
  const grown = [...rows, ...emptyTable(height - rows.length, width)];
  return squared(grown, width).map((row, index) => ({
    ...row,
    cells: row.cells.map((cell, column) => copied[index - at.row]?.[column - at.column] ?? cell),
  }));
}
