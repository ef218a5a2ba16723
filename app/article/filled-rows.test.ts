import { expect, test } from "vitest";
import { filledRows } from "./filled-rows";

test("rows without a text are left out, but for the head", () => {
  const rows = [{ cells: ["", ""] }, { cells: ["A4", " "] }, { cells: [" ", ""] }, { cells: null }];
  expect(filledRows(rows)).toEqual(rows.slice(0, 2));
});
