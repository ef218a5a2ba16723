import { Suspense, type ComponentProps, type ReactNode } from "react";
import { accountAreas, isAmong } from "~/route-facts";
import { AnchorLink } from "~/ui/anchor-link";
import { lazyPart } from "~/ui/lazy-component";
import { useScrolledPast } from "~/ui/use-scrolled-past";
import { Analytics } from "~/consent/analytics";
import { CookieConsent } from "~/consent/cookie-consent";
import { FlashLine } from "~/toasts/flash-line";
import type { FlashToast } from "~/toasts/toast";
import { AreaFooter, Footer } from "./footer";
import { Navigation } from "./navigation";
import { PendingPage } from "./pending-page";
import { RouteFocus } from "./route-focus";
import { mainId } from "~/ui/focus";
import { SiteBar } from "./site-bar";
import { useShownPath } from "./current-path";
import type { ShellUser } from "./shell-user";
import { noSettings, type SiteBarContent, type SiteSettings } from "./site-settings";
import { ToastProvider } from "~/toasts/toasts";

interface ShellProps {
  /** Null while the lake has no settings. */
  site: SiteSettings | null;
  /** Null while nothing is wrong. */
  notice: SiteBarContent | null;
  /** Who is signed in; null for a visitor. */
  viewer: ShellUser | null;
  /** The message of a redirect. */
  toast: FlashToast | null;
  /** The URL of the analytics script, for visitors who agree; null where nothing is counted. */
  analytics: string | null;
  ProfileDialog: ComponentProps<typeof Navigation>["ProfileDialog"];
  SearchDialog: ComponentProps<typeof Navigation>["SearchDialog"];
  children: ReactNode;
}

const AfterScroll = lazyPart(
  () => import("./after-scroll"),
  () => null,
);

/**
 * Pages that offer the product. Elsewhere the bar would lie over a form, an article or a ticket.
 */
const offers = (path: string) => path === "/" || isAmong(["solutions", "pricing"], path);

/** What surrounds every page: navigation, footer, toasts, consent, and focus handling. */
export function Shell({
  site: settings,
  notice,
  viewer,
  toast,
  analytics,
  ProfileDialog,
  SearchDialog,
  children,
}: ShellProps) {
  const site = settings ?? noSettings;
  const path = useShownPath();
  const isScrolled = useScrolledPast(0);
  const isArea = viewer !== null && isAmong(accountAreas, path);
  return (
    <ToastProvider flash={toast}>
      <AnchorLink
        anchor={mainId}
        className="sr-only z-50 rounded-lg bg-action font-semibold text-on-action focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:px-5 focus:py-3"
      >
        Skip to content
      </AnchorLink>
      {toast && <FlashLine toast={toast} />}
      <SiteBar name="Service notice" content={notice} />
      <SiteBar name="Announcement" content={site.announcement} />
      <Navigation
        site={site}
        viewer={viewer}
        ProfileDialog={ProfileDialog}
        SearchDialog={SearchDialog}
      />
      <main id={mainId} tabIndex={-1} className="min-h-[60vh]">
        {children}
      </main>
      {isArea ? <AreaFooter site={site} /> : <Footer site={site} />}
      {isScrolled && (
        <Suspense>
          <AfterScroll site={site} offers={!viewer && offers(path)} />
        </Suspense>
      )}
      <CookieConsent />
      <Analytics script={analytics} />
      <PendingPage product={site.brandName} />
      <RouteFocus />
    </ToastProvider>
  );
}
