import { EllipsisHorizontalIcon } from "@sanity/icons/EllipsisHorizontal";
import { isArraySchemaType } from "@sanity/types";
import { Box, Button, Flex, Menu, MenuButton, MenuItem, Stack, TextInput } from "@sanity/ui";
import { definePlugin, set, type InputProps } from "sanity";
import { AddButton } from "./add-button";
import { cellName, fieldOfCell, useNewCell, type Cell } from "./new-cell";
import { UnreadableValue } from "../fields/readable-value";
import { passedByTab } from "../typing/focus/tab-to-fields";
import {
  emptyTable,
  fill,
  insertColumn,
  insertRow,
  moveColumn,
  moveRow,
  removeColumn,
  removeRow,
  squared,
  tableRows,
  widthOf,
  type TableRows,
} from "./table-cells";

/** Shows the rows of a table as one, instead of as a list of lists. */
export const tableGrid = definePlugin({
  name: "table-grid",
  form: { components: { input: RowsInput } },
});

function RowsInput(props: InputProps) {
  const { schemaType, value, onChange, readOnly } = props;
  const holdsRows =
    isArraySchemaType(schemaType) && schemaType.of.some(({ name }) => name === "tableRow");
  const rows = tableRows.safeParse(value ?? []);
  if (!holdsRows) return props.renderDefault(props);
  if (!rows.success) return <UnreadableValue {...props} written={value} />;
  return (
    <Grid
      rows={rows.data}
      readOnly={readOnly}
      onChange={(table) => onChange(set(table))}
      // Per cell, so that two users can edit the same table.
      onWrite={(row, column, text) => onChange(set(text, [{ _key: row }, "cells", column]))}
    />
  );
}

interface GridProps {
  rows: TableRows;
  readOnly: boolean | undefined;
  onChange: (rows: TableRows) => void;
  /** Writes one cell. */
  onWrite: (row: string, column: number, text: string) => void;
}

function Grid({ rows: written, readOnly, onChange, onWrite }: GridProps) {
  const rows = squared(written);
  const width = widthOf(rows);
  const { grid, focusLater } = useNewCell(rows);
  const write = (row: number, column: number, text: string) => {
    const { _key, cells } = written[row] ?? {};
    if (_key !== undefined && cells && column < cells.length) onWrite(_key, column, text);
    else onChange(fill(rows, { row, column }, text));
  };
  const add = (next: TableRows, first: Cell, typed = "") => {
    focusLater(first, typed);
    onChange(next);
  };
  const goBelow = ({ row, column }: Cell) => {
    const below = { row: row + 1, column };
    if (below.row === rows.length) add(insertRow(rows, below.row), below);
    else fieldOfCell(grid.current, below)?.focus();
  };
  const columnActions = (column: number): ActionsByLabel => ({
    "Move left": column > 0 && (() => onChange(moveColumn(rows, column, column - 1))),
    "Move right": column < width - 1 && (() => onChange(moveColumn(rows, column, column + 1))),
    "Insert column after": () =>
      add(insertColumn(rows, column + 1), { row: 0, column: column + 1 }),
    "Remove column": width > 1 && (() => onChange(removeColumn(rows, column))),
  });
  const rowActions = (row: number): ActionsByLabel => ({
    "Move up": row > 0 && (() => onChange(moveRow(rows, row, row - 1))),
    "Move down": row < rows.length - 1 && (() => onChange(moveRow(rows, row, row + 1))),
    "Insert row below": () => add(insertRow(rows, row + 1), { row: row + 1, column: 0 }),
    "Remove row": () => onChange(removeRow(rows, row)),
  });
  if (width === 0) {
    return (
      <AddButton
        text="Start with three columns"
        disabled={readOnly}
        onAdd={(typed) => add(emptyTable(3, 3), { row: 0, column: 0 }, typed)}
      />
    );
  }
  return (
    <Stack space={3} ref={grid}>
      <Box overflow="auto">
        <table>
          <thead>
            <tr>
              {Array.from({ length: width }, (_, column) => (
                <th key={column}>
                  <Actions
                    label={`Column ${column + 1}`}
                    readOnly={readOnly}
                    actions={columnActions(column)}
                  />
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {rows.map(({ _key, cells }, row) => (
              <tr key={_key}>
                {cells.map((cell, column) => (
                  <td key={column} style={{ minWidth: "8rem" }}>
                    <CellInput
                      cell={{ row, column }}
                      value={cell}
                      readOnly={readOnly}
                      write={(text) => write(row, column, text)}
                      paste={(text) => onChange(fill(rows, { row, column }, text))}
                      goBelow={() => goBelow({ row, column })}
                    />
                  </td>
                ))}
                <td>
                  <Actions label={`Row ${row + 1}`} readOnly={readOnly} actions={rowActions(row)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Box>
      <Flex gap={2}>
        <AddButton
          text="Add row"
          disabled={readOnly}
          onAdd={(typed) =>
            add(insertRow(rows, rows.length), { row: rows.length, column: 0 }, typed)
          }
        />
        <AddButton
          text="Add column"
          disabled={readOnly}
          onAdd={(typed) => add(insertColumn(rows, width), { row: 0, column: width }, typed)}
        />
      </Flex>
    </Stack>
  );
}

interface CellInputProps {
  cell: Cell;
  value: string;
  readOnly: boolean | undefined;
  write: (text: string) => void;
  /** Fills the cells from this one on with what was copied from a spreadsheet. */
  paste: (text: string) => void;
  goBelow: () => void;
}

function CellInput({ cell, value, readOnly, write, paste, goBelow }: CellInputProps) {
  return (
    <TextInput
      aria-label={cellName(cell)}
      value={value}
      readOnly={readOnly}
      weight={cell.row === 0 ? "semibold" : "regular"}
      onChange={({ currentTarget }) => write(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
        // As in a spreadsheet: what came next was added to the same cell.
        if (!readOnly) goBelow();
      }}
      onPaste={(event) => {
        const text = event.clipboardData.getData("text/plain");
        if (readOnly || !/[\t\n]/.test(text.trimEnd())) return;
        event.preventDefault();
        paste(text);
      }}
    />
  );
}

/** What a menu does, by label; false where there is nothing to do. */
type ActionsByLabel = Record<string, (() => void) | false>;

interface ActionsProps {
  label: string;
  readOnly: boolean | undefined;
  actions: ActionsByLabel;
}

function Actions({ label, readOnly, actions }: ActionsProps) {
  return (
    <MenuButton
      id={`actions-of-${label}`}
      button={
        <Button
          mode="bleed"
          padding={2}
          icon={EllipsisHorizontalIcon}
          aria-label={label}
          {...passedByTab}
          disabled={readOnly}
        />
      }
      menu={
        <Menu>
          {Object.entries(actions).map(([text, act]) => (
            <MenuItem
              key={text}
              text={text}
              // Also in an open menu: the Studio drops edits while it is read-only.
              disabled={readOnly || !act}
              onClick={act || undefined}
            />
          ))}
        </Menu>
      }
      popover={{ portal: true }}
    />
  );
}
