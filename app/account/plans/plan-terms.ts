import type { Plan } from "@domain/plans/plan.server";
import { formatDollars, formatNumber } from "~/ui/format-number";

/**
 * "$9 a month", "from $99 a month". Empty for a plan without a price, which is not the same as
 * free.
 */
export function priceInWords({ price, isStartingPrice, period }: Plan): string {
  if (price === null) return "";
  const amount = formatDollars(price);
  return `${isStartingPrice ? "from " : ""}${amount}${period ? ` a ${period}` : ""}`;
}

/**
 * What the plan's document limits, as rows of a name and a text.
 *
 * @param agreedCredits the credits of a contract, which replace the plan's
 */
export function limitsInWords(
  { credits: usual, period, limits }: Plan,
  agreedCredits: number | null,
): [name: string, words: string][] {
  const agreed = "As agreed";
  const credits = agreedCredits ?? usual;
  return [
    ["Credits", credits === null ? agreed : `${formatNumber(credits)} a ${period ?? "month"}`],
    [
      "Largest file",
      limits?.maxFileMegabytes ? `${formatNumber(limits.maxFileMegabytes)} MB` : agreed,
    ],
    ["Storage", limits?.storage ?? "—"],
    ["Rate limit", limits?.rateLimit ?? "—"],
    [
      "Support",
      [limits?.support, limits?.supportHours && `within ${limits.supportHours} hours`]
        .filter(Boolean)
        .join(", ") || "—",
    ],
  ];
}
