import { Icon } from "~/ui/icon";
import type { SiteSettings } from "./site-settings";
import { useScrolledPast } from "~/ui/use-scrolled-past";

const classes =
  "fixed right-5 bottom-[calc(var(--bar-height)+1.25rem)] z-30 grid size-12 animate-rise place-items-center rounded-full border border-line-strong bg-surface-2 text-foreground transition-colors hover:border-action hover:text-action";

/**
 * Appears once the page is scrolled by more than 300 px. A setting decides whether it leads to the
 * crafter app.
 */
export function BackToTop({ site }: { site: SiteSettings }) {
  const scrolled = useScrolledPast(300);
  if (!scrolled) return null;
  const arrow = <Icon name="arrow-up" className="size-5" />;
  const crafter = site.backToTop === "scroll" ? null : site.links?.crafter;
  return (
    <aside aria-label="Back to top" data-print="hide">
      {crafter ? (
        <a
          href={crafter}
          target="_blank"
          rel="noopener noreferrer"
          aria-label="Back to top: opens the crafter app in a new tab"
          className={classes}
        >
          {arrow}
        </a>
      ) : (
        <button
          type="button"
          onClick={() => window.scrollTo({ top: 0 })}
          aria-label="Back to top"
          className={classes}
        >
          {arrow}
        </button>
      )}
    </aside>
  );
}
