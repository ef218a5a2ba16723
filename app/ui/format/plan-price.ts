import { formatDollars } from "./format-number";

/*
 * What a plan costs, as pages write it. Empty without a price: the plan is unfinished, not free.
 */

interface Price {
  /** In dollars. */
  price: number | null;
  period: string | null;
  isStartingPrice?: boolean;
}

/** The bare amount: "$9", "$31.50". */
export const planAmount = ({ price }: Pick<Price, "price">): string =>
  price === null ? "" : formatDollars(price);

/** With its period, where space is short: "from $99/month". */
export const planPrice = (plan: Price): string => starting(plan, "/");

/** With its period, in a sentence: "from $99 a month". */
export const planPriceInWords = (plan: Price): string => starting(plan, " a ");

function starting({ price, period, isStartingPrice = false }: Price, separator: string): string {
  if (price === null) return "";
  const amount = planAmount({ price }) + (period ? separator + period : "");
  return isStartingPrice ? `from ${amount}` : amount;
}
