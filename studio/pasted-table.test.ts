import { expect, test } from "vitest";
import { withOwnTables } from "./pasted-table";

const span = (text: string) => ({ _type: "span", _key: text, marks: [], text });
const block = (...texts: string[]) => ({ _type: "block", _key: "b", children: texts.map(span) });
const cell = (...value: object[]) => ({ _type: "cell", _key: "c", value });

/** As the editor's reader of Markdown makes it. */
const read = {
  _type: "table",
  _key: "t",
  headerRows: 1,
  rows: [
    { _type: "row", _key: "r1", cells: [cell(block("Plan")), cell(block("Price ", "in dollars"))] },
    { _type: "row", _key: "r2", cells: [cell(block("Free")), cell({ _type: "image", _key: "i" })] },
  ],
};

test("a table of another form becomes one of ours, and what stands around it stays", () => {
  const before = block("Before");
  expect(withOwnTables([before, read])).toEqual([
    before,
    {
      _type: "table",
      _key: "t",
      rows: [
        { _type: "tableRow", _key: "r1", cells: ["Plan", "Price in dollars"] },
        { _type: "tableRow", _key: "r2", cells: ["Free", ""] },
      ],
    },
  ]);
});

test("where there is no such table, nothing is made", () => {
  const row = { _type: "tableRow", _key: "r", cells: ["Plan"] };
  const own = { _type: "table", _key: "t", rows: [row] };
  expect(withOwnTables([block("Before"), own])).toBeUndefined();
});
