import { Link } from "@remix-run/react";
import { cx } from "class-variance-authority";
import { formatNumber } from "~/ui/format/format-number";

interface StatTile {
  label: string;
  value: number;
  /** The list of what is counted. */
  to: string;
  /** Whether a number above zero needs attention. */
  urgent?: boolean;
}

/** Counts, each linked to what it counts. */
export function StatTiles({ figures, className }: { figures: StatTile[]; className?: string }) {
  return (
    <ul
      className={cx(
        "grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-3 lg:grid-cols-6",
        className,
      )}
    >
      {figures.map(({ label, value, to, urgent }) => (
        <li key={label} className="bg-ink-950">
          <Link
            to={to}
            className="flex h-full flex-col justify-between gap-2 p-4 -outline-offset-2 transition-colors hover:bg-ink-900"
          >
            <span className="text-sm text-paper-2">{label}</span>
            <span
              className={cx(
                "font-mono text-2xl",
                urgent && value > 0 ? "text-yellow" : "text-paper",
              )}
            >
              {formatNumber(value)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
