import { Button } from "~/ui/button";
import { SiteLink } from "~/ui/site-link";
import type { SiteSettings } from "./site-settings";

/**
 * The bar that stays at the bottom of a phone's screen. base.css reserves space for it below the
 * footer.
 */
export function BottomBar({ bar }: { bar: NonNullable<SiteSettings["mobileBar"]> }) {
  const { callToAction, note } = bar;
  if (!callToAction?.href) return null;
  return (
    <aside
      data-bottom-bar
      data-print="hide"
      aria-label="Get started"
      className="fixed inset-x-0 bottom-0 z-30 flex h-(--bar-height) items-center justify-between gap-4 border-t border-line-strong bg-ink-900 px-5 md:hidden"
    >
      {note && <p className="text-sm leading-snug text-paper-2">{note}</p>}
      <Button asChild size="sm" className="h-11 grow-0">
        <SiteLink href={callToAction.href} event={callToAction.event}>
          {callToAction.label}
        </SiteLink>
      </Button>
    </aside>
  );
}
