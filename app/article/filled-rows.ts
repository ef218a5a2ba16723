interface Row {
  cells: string[] | null;
}

/**
 * The rows of a table without those that have no text, but for the first, which is its head. Enter
 * after the last cell adds one, and it was published as an empty strip.
 */
export const filledRows = <Some extends Row>(rows: readonly Some[]): Some[] =>
  rows.filter(({ cells }, index) => index === 0 || cells?.some((cell) => cell.trim() !== ""));
