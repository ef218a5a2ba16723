/* eslint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   drawn as cards, the parts of a table lose the roles that they are born with */
import { cx } from "class-variance-authority";
import type { ReactNode } from "react";

export interface Column<Row> {
  /** The column's heading; on a phone, beside the value. */
  label: string;
  /** Visually hidden: for a column of boxes or buttons. */
  hidden?: boolean;
  /** Numbers are right-aligned. */
  figures?: boolean;
  /** On a phone, in one line with the next column, which heads the card: for a column of boxes. */
  beside?: boolean;
  cell: (row: Row) => ReactNode;
}

interface DataTableProps<Row> {
  /** What the table lists. */
  label: string;
  columns: Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /** The text of an empty table. */
  empty: ReactNode;
  className?: string;
}

/**
 * A dense table; where it has little width, as on a phone, each row is a card. The roles are
 * spelled out, because to some browsers a table with another `display` is not a table anymore.
 */
export function DataTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  empty,
  className,
}: DataTableProps<Row>) {
  if (rows.length === 0) {
    return (
      <p
        className={cx(
          "rounded-lg border border-dashed border-line-strong px-5 py-8 text-center text-[0.9375rem] text-muted",
          className,
        )}
      >
        {empty}
      </p>
    );
  }
  return (
    <div className={cx("@container overflow-x-auto rounded-lg border border-line", className)}>
      <table role="table" aria-label={label} className="block w-full text-left text-sm @2xl:table">
        <thead
          role="rowgroup"
          className="sr-only bg-surface-2 text-faint @2xl:not-sr-only @2xl:table-header-group"
        >
          <tr role="row" className="@2xl:table-row">
            {columns.map(({ label: head, hidden, figures }) => (
              <th
                key={head}
                role="columnheader"
                scope="col"
                className={cx(
                  "px-4 py-2.5 font-medium whitespace-nowrap",
                  figures && "@2xl:text-right",
                )}
              >
                {hidden ? <span className="sr-only">{head}</span> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="block divide-y divide-line @2xl:table-row-group">
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              role="row"
              className="grid grid-cols-[auto_minmax(0,1fr)] bg-surface px-4 py-3 transition-colors @2xl:table-row @2xl:bg-transparent @2xl:p-0 @2xl:hover:bg-surface"
            >
              {columns.map(({ label: head, hidden, figures, beside, cell }, index) => (
                <td
                  key={head}
                  role="cell"
                  className={cx(
                    "flex min-w-0 items-baseline gap-4 py-1 @2xl:table-cell @2xl:px-4 @2xl:py-2.5 @2xl:align-baseline",
                    figures && "@2xl:text-right @2xl:whitespace-nowrap",
                    beside && "pr-4",
                    !beside && !columns[index - 1]?.beside && "col-span-2",
                  )}
                >
                  {!hidden && !columns[index - 1]?.beside && (
                    <span aria-hidden className="w-24 shrink-0 text-faint @2xl:hidden">
                      {head}
                    </span>
                  )}
                  <div className={cx("min-w-0 wrap-anywhere", figures && "font-mono")}>
                    {cell(row)}
                  </div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
