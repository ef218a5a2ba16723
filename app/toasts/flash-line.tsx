import { cx } from "class-variance-authority";
import { Container } from "~/ui/container";
import type { FlashToast } from "./toast";
import { useHydrated } from "~/ui/use-hydrated";

const edges = { default: "border-action", success: "border-good", destructive: "border-bad" };

/**
 * The message of a redirect, for visitors without scripts: they get no toast, so it appears above
 * the page.
 */
export function FlashLine({ toast: { title, description, variant } }: { toast: FlashToast }) {
  if (useHydrated()) return null;
  return (
    <div
      role="status"
      data-script="hide"
      className={cx("relative z-10 border-b-2 bg-surface-2 text-[0.9375rem]", edges[variant])}
    >
      <Container className="flex flex-wrap items-baseline gap-x-3 gap-y-1 py-3">
        <strong className="font-semibold">{title}</strong>
        {description && <span className="text-muted">{description}</span>}
      </Container>
    </div>
  );
}
