import type { UsedPart } from "@domain/plans/usage.server";
import { formatNumber } from "~/ui/format/format-number";

interface UsageBreakdownProps {
  /** With their names. */
  operations: readonly UsedPart[];
  keys: readonly UsedPart[];
}

/** Which operations and which keys cost most, collapsed. */
export function UsageBreakdown({ operations, keys }: UsageBreakdownProps) {
  return (
    <details className="mt-1">
      <summary className="inline-block rounded-md py-1 text-sm text-muted underline decoration-line-strong underline-offset-4 hover:text-foreground">
        By operation and key
      </summary>
      <div className="mt-2 grid gap-x-8 gap-y-6 md:grid-cols-2">
        <PartsTable head="Operation" parts={operations} />
        <PartsTable head="Key" parts={keys} />
      </div>
    </details>
  );
}

function PartsTable({ head, parts }: { head: string; parts: readonly UsedPart[] }) {
  return (
    <table className="w-full self-start text-left text-sm">
      <caption className="sr-only">{`Credits used by ${head.toLowerCase()}`}</caption>
      <thead className="text-faint">
        <tr>
          <th scope="col" className="py-1.5 font-medium">
            {head}
          </th>
          <th scope="col" className="py-1.5 pl-4 text-right font-medium">
            Calls
          </th>
          <th scope="col" className="py-1.5 pl-4 text-right font-medium">
            Credits
          </th>
        </tr>
      </thead>
      <tbody className="[font-variant-numeric:tabular-nums]">
        {parts.map(({ id, name, calls, credits }) => (
          <tr key={id} className="border-t border-line">
            <th scope="row" className="py-1.5 font-normal wrap-anywhere">
              {id === null ? "Others" : (name ?? "Unknown key")}
            </th>
            <td className="py-1.5 pl-4 text-right">{formatNumber(calls)}</td>
            <td className="py-1.5 pl-4 text-right">{formatNumber(credits)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
