/*
 * Numbers as the pages write them. Written without Intl, whose first use blocks a browser: see
 * docs/decisions/0034-figures-and-dates-without-intl.md.
 */

/** A number in readable form: "10,000", "0.5". */
export function formatNumber(value: number): string {
  const [whole = "", fraction] = String(value).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return fraction ? `${grouped}.${fraction}` : grouped;
}

/** An amount of US dollars: "$9", "$1,299", "$9.50". */
export function formatDollars(amount: number): string {
  const [whole, cents] = amount.toFixed(2).split(".");
  return `$${formatNumber(Number(whole))}${cents === "00" ? "" : `.${cents}`}`;
}
