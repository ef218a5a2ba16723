import { useEffect, useState } from "react";
import { Button } from "~/ui/button";
import { SiteLink } from "~/ui/site-link";
import { useScrolledPast } from "~/ui/use-scrolled-past";
import type { SiteSettings } from "./site-settings";

/** By then the page's own button has left the screen of a phone. */
const pixelsOfHero = 480;

/**
 * The bar that stays at the bottom of a phone's screen while one reads: neither beside the page's
 * own button nor over the footer, and not on a screen that is too low for it (a phone on its side,
 * or a page at 200 %).
 */
export function BottomBar({ bar }: { bar: NonNullable<SiteSettings["mobileBar"]> }) {
  const { callToAction, note } = bar;
  const hasLeftHero = useScrolledPast(pixelsOfHero);
  const atFooter = useFooterInView();
  if (!callToAction?.href || !hasLeftHero || atFooter) return null;
  return (
    <aside
      data-bottom-bar
      data-print="hide"
      aria-label="Get started"
      className="fixed inset-x-0 bottom-0 z-30 flex h-(--bar-height) animate-rise items-center justify-between gap-4 border-t border-line-strong bg-surface px-5 md:hidden"
    >
      {note && <p className="text-sm leading-snug text-muted">{note}</p>}
      <Button asChild size="sm" className="h-11 grow-0">
        <SiteLink href={callToAction.href} event={callToAction.event}>
          {callToAction.label}
        </SiteLink>
      </Button>
    </aside>
  );
}

function useFooterInView(): boolean {
  const [isInView, setInView] = useState(false);
  useEffect(() => {
    const footer = document.querySelector("footer");
    if (!footer) return;
    const observer = new IntersectionObserver(([entry]) =>
      setInView(entry?.isIntersecting === true),
    );
    observer.observe(footer);
    return () => observer.disconnect();
  }, []);
  return isInView;
}
