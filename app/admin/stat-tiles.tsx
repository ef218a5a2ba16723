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
        <li key={label} className="bg-ground">
          <Link
            to={to}
            className="flex h-full flex-col justify-between gap-2 p-4 -outline-offset-2 transition-colors hover:bg-surface"
          >
            <span className="text-sm text-muted">{label}</span>
            <span
              className={cx(
                "font-mono text-2xl",
                urgent && value > 0 ? "text-highlight" : "text-foreground",
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
