import { expect, test } from "vitest";
import {
  emptyTable,
  fill,
  insertColumn,
  insertRow,
  isSheet,
  moveColumn,
  moveRow,
  removeColumn,
  removeRow,
  squared,
  tableRows,
  type TableRows,
} from "./table-cells";

const table = (...rows: string[]): TableRows =>
  rows.map((row, index) => ({ _type: "tableRow", _key: `row-${index}`, cells: [...row] }));
const cellsOf = (rows: TableRows) =>
  rows.map(({ cells }) => cells.map((cell) => cell || "_").join(""));

const sizes = table("abc", "def", "ghi");

test.each<[string, TableRows, string[]]>([
  ["a row", insertRow(sizes, 1), ["abc", "___", "def", "ghi"]],
  ["a column", insertColumn(sizes, 3), ["abc_", "def_", "ghi_"]],
])("%s is added empty, as long as the others", (_, rows, cells) => {
  expect(cellsOf(rows)).toEqual(cells);
});

test.each<[string, TableRows, string[]]>([
  ["a row down", moveRow(sizes, 0, 1), ["def", "abc", "ghi"]],
  ["a row up", moveRow(sizes, 2, 1), ["abc", "ghi", "def"]],
  ["a row over the edge", moveRow(sizes, 2, 3), ["abc", "def", "ghi"]],
  ["a column to the left", moveColumn(sizes, 2, 0), ["cab", "fde", "igh"]],
  ["a column over the edge", moveColumn(sizes, 0, -1), ["abc", "def", "ghi"]],
])("%s is moved, or stays", (_, rows, cells) => {
  expect(cellsOf(rows)).toEqual(cells);
});

test("rows and columns are removed, and rows keep their keys", () => {
  expect(cellsOf(removeColumn(removeRow(sizes, 0), 1))).toEqual(["df", "gi"]);
  expect(removeRow(sizes, 0).map(({ _key }) => _key)).toEqual(["row-1", "row-2"]);
});

test("shorter rows of a script are filled up", () => {
  expect(cellsOf(squared(table("abc", "d", "")))).toEqual(["abc", "d__", "___"]);
  expect(cellsOf(removeColumn(table("abc", "d"), 0))).toEqual(["bc", "__"]);
});

test.each<[string, string, { row: number; column: number }, string[]]>([
  ["inside the table", "x\ty", { row: 1, column: 0 }, ["abc", "xyf", "ghi"]],
  ["beyond its edges", "x\ty\r\nz\tw\r\n", { row: 2, column: 2 }, ["abc_", "def_", "ghxy", "__zw"]],
  ["with gaps", "x\n\tz", { row: 0, column: 0 }, ["xbc", "_zf", "ghi"]],
])("cells from a spreadsheet are pasted %s", (_, text, at, cells) => {
  expect(cellsOf(fill(sizes, at, text))).toEqual(cells);
});

test("every new row has its own key, and is valid for the lake", () => {
  const rows = emptyTable(3, 2);
  expect(new Set(rows.map(({ _key }) => _key)).size).toBe(3);
  expect(tableRows.parse(rows)).toEqual(rows);
});

test.each([
  ["rows of a spreadsheet", "Plan\tPrice\r\nFree\t0\r\n", true],
  ["one line with a tab", "Plan\tPrice\n", false],
  ["code that is indented by tabs", "if (a)\n\tb();\n", false],
  ["prose", "One line\nAnother", false],
])("%s: whether it is a table", (_what, text, is) => expect(isSheet(text)).toBe(is));
