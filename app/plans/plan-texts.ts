import { formatDollars } from "~/ui/format-number";

interface Price {
  price: number | null;
  period: string | null;
  isStartingPrice?: boolean;
}

/** "from $99/month". Empty without a price: the plan is unfinished, not free. */
export function planPrice({ price, period, isStartingPrice = false }: Price): string {
  if (price === null) return "";
  const amount = formatDollars(price) + (period ? `/${period}` : "");
  return isStartingPrice ? `from ${amount}` : amount;
}

/** What a plan gives of a feature, in words: a tick is "Included". */
export function planValueText(value: string | boolean | null | undefined): string {
  if (typeof value === "string") return value;
  return value ? "Included" : "Not included";
}
