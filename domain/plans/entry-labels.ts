/** The kinds of entries in the ledger of credits, and their names on the page. */
export const entryLabels = {
  grant: "Credits this period",
  debit: "Call",
  reversal: "Call reversed",
  adjustment: "Credits adjusted",
} as const;
