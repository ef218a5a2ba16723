import { cx } from "class-variance-authority";

/** A loading indicator: a registration mark that turns. Say what is loading in `label`. */
export function Spinner({ label, className }: { label: string; className?: string }) {
  return (
    <span role="status" className={cx("inline-grid place-items-center", className)}>
      <svg aria-hidden viewBox="0 0 28 28" fill="none" className="size-8 animate-spin">
        <circle cx="14" cy="14" r="9" className="stroke-line-strong" strokeWidth="2" />
        <path d="M14 5a9 9 0 0 1 9 9" className="stroke-action" strokeWidth="2" />
        <path d="M14 0v4M14 24v4M0 14h4M24 14h4" className="stroke-faint" strokeWidth="1.5" />
      </svg>
      <span className="sr-only">{label}</span>
    </span>
  );
}
