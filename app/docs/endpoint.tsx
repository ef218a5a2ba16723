import { cx } from "class-variance-authority";

const inks: Record<string, string> = {
  GET: "text-good",
  POST: "text-action",
  PUT: "text-highlight",
  DELETE: "text-bad",
};

/** How and where a feature is called. */
export function Endpoint({
  endpoint,
  className,
}: {
  endpoint: { method: string; path: string };
  className?: string;
}) {
  return (
    <span className={cx("flex min-w-0 items-baseline gap-2.5 font-mono", className)}>
      <span className={cx("font-semibold", inks[endpoint.method])}>{endpoint.method}</span>
      <span className="min-w-0 [overflow-wrap:anywhere] text-muted">{endpoint.path}</span>
    </span>
  );
}
