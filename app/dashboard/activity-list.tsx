import { cx } from "class-variance-authority";
import { formatNumber } from "~/ui/format/format-number";
import { TimeAgo } from "~/ui/time-ago";
import type { ActivityLine } from "./activity-lines.server";

interface ActivityListProps {
  label: string;
  lines: readonly ActivityLine[];
  /** Whether each credit entry shows the balance after it. */
  withBalance?: boolean;
}

/** Events of an account, newest first: in columns, and on a phone in two lines each. */
export function ActivityList({ label, lines, withBalance = false }: ActivityListProps) {
  return (
    <ol aria-label={label} className="divide-y divide-line">
      {lines.map((line) => (
        <li
          key={line.id}
          className={cx(
            "grid gap-x-4 gap-y-0.5 px-5 py-2.5 text-sm max-sm:grid-cols-[1fr_auto] sm:items-baseline",
            withBalance
              ? "sm:grid-cols-[minmax(0,1fr)_5rem_6rem_6rem]"
              : "sm:grid-cols-[minmax(0,1fr)_5rem_6rem]",
          )}
        >
          <What {...line} />
          <span className="text-right font-mono max-sm:col-start-2 max-sm:row-start-1">
            <Credits credits={line.credits} />
          </span>
          {withBalance && (
            <span className="text-right font-mono text-[0.8125rem] text-muted max-sm:col-start-2 max-sm:row-start-2">
              <Balance balance={line.balance} />
            </span>
          )}
          <span className="text-[0.8125rem] text-faint max-sm:col-start-1 max-sm:row-start-2 sm:text-right">
            <TimeAgo at={line.at} />
          </span>
        </li>
      ))}
    </ol>
  );
}

function What({ what, about, keyName }: ActivityLine) {
  const details = [about, keyName && `with the key “${keyName}”`].filter(Boolean).join(" ");
  return (
    <span className="min-w-0">
      {what}
      {details && <span className="text-faint wrap-anywhere max-sm:block sm:ml-2">{details}</span>}
    </span>
  );
}

function Credits({ credits }: Pick<ActivityLine, "credits">) {
  if (credits === null) return null;
  return (
    <span
      role="img"
      aria-label={`${formatNumber(credits)} credits`}
      className={credits < 0 ? "text-muted" : "text-good"}
    >
      {credits < 0 ? "−" : "+"}
      {formatNumber(Math.abs(credits))}
    </span>
  );
}

function Balance({ balance }: Pick<ActivityLine, "balance">) {
  if (balance === null) return null;
  return (
    <>
      {formatNumber(balance)}
      <span className="font-sans text-faint"> left</span>
    </>
  );
}
