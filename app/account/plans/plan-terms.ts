import type { Plan } from "@domain/plans/plan.server";
import { formatNumber } from "~/ui/format/format-number";

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
