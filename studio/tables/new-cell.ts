import { useEffect, useRef, type RefObject } from "react";
import { holdForField, insertHeld, isHolding } from "../typing/opening/held-for-field";
import { typeText } from "../typing/text/type-text";
import type { TableRows } from "./table-cells";

/** A cell of a table, counted from 0. */
export interface Cell {
  row: number;
  column: number;
}

/** The name of a cell's field. */
export const cellName = ({ row, column }: Cell): string => `Row ${row + 1}, column ${column + 1}`;

export const fieldOfCell = (grid: HTMLElement | null, cell: Cell): HTMLElement | null =>
  grid?.querySelector<HTMLElement>(`[aria-label="${cellName(cell)}"]`) ?? null;

interface NewCell {
  grid: RefObject<HTMLDivElement | null>;
  /**
   * Moves the focus to a cell once it is there, with what is typed until then.
   *
   * @param typed what was typed before, on the button that adds the cell
   */
  focusLater: (cell: Cell, typed: string) => void;
}

/**
 * The focus moves to the first cell that a button has added. It stayed on the button, where text is
 * lost and a space adds another row; and the button that begins a table is gone.
 */
export function useNewCell(rows: TableRows): NewCell {
  const grid = useRef<HTMLDivElement>(null);
  const awaited = useRef<{ cell: Cell; typed: string } | null>(null);
  useEffect(() => {
    if (!awaited.current) return;
    const { cell, typed } = awaited.current;
    const field = fieldOfCell(grid.current, cell);
    if (!field) return;
    awaited.current = null;
    field.focus();
    if (typed) typeText(typed);
    insertHeld();
  }, [rows]);
  const focusLater = (cell: Cell, typed: string) => {
    awaited.current = { cell, typed };
    // What is held already is for this cell.
    if (!isHolding()) holdForField();
  };
  return { grid, focusLater };
}
