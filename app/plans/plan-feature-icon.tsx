import { cx } from "class-variance-authority";
import { Icon } from "~/ui/icon";

/** The icon before a plan's line. What the plan leaves out gets no tick: it is not an advantage. */
export function PlanMark({ line, className }: { line: string; className: string }) {
  const included = !line.startsWith("No ");
  return (
    <Icon
      name={included ? "check" : "minus"}
      className={cx("size-4 shrink-0", included ? "text-action" : "text-faint", className)}
    />
  );
}
