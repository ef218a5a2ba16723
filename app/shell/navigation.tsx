import { cx } from "class-variance-authority";
import { Link, useLocation } from "@remix-run/react";
import { Suspense, useEffect, useState, type MouseEvent } from "react";
import { Button } from "~/ui/button";
import { Container } from "~/ui/container";
import { SiteLink } from "~/ui/site-link";
import { AccountMenu } from "./account-menu";
import { areaLinks } from "./area-links";
import { GoTo, lazyPart } from "~/ui/lazy-component";
import { Logo } from "./logo";
import { MobileMenu } from "./mobile-menu";
import { SearchButton, type ActionDialog } from "./search-button";
import type { ShellUser } from "./shell-user";
import type { MenuLink, SiteSettings } from "./site-settings";
import { useScrolledPast } from "~/ui/use-scrolled-past";
import { isHere, useShownPath } from "./current-path";

// Loads with the first press, not with the page.
const DocumentationDialog = lazyPart(
  () => import("./documentation-dialog"),
  () => <GoTo path="/documentation" />,
);

/** The open menu has these links itself. */
const unlessInMenu = "max-lg:[header:has([data-menu][open])_&]:hidden";

interface NavigationProps {
  site: SiteSettings;
  viewer: ShellUser | null;
  /** The action modal of the Profile item. */
  ProfileDialog: ActionDialog;
  SearchDialog: ActionDialog;
}

/**
 * The bar at the top: clear over the page's beginning, solid once the page is scrolled or the menu
 * is open. In the account area and the administration it links the areas instead.
 */
export function Navigation({ site, viewer, ProfileDialog, SearchDialog }: NavigationProps) {
  const scrolled = useScrolledPast(10);
  // Null until it is first requested; then it stays, so that closing it gives the focus back.
  const [documentation, setDocumentation] = useState<boolean | null>(null);
  const [profile, setProfile] = useState<boolean | null>(null);
  const location = useLocation();
  const path = useShownPath();
  const areas = areaLinks(path, viewer);
  useEffect(() => {
    setDocumentation((open) => open && false);
    setProfile((open) => open && false);
  }, [location.key]);

  /**
   * Opens the action modal instead of the page; with a modifier key, and without scripts, it stays
   * a link.
   */
  function onLink(event: MouseEvent, { href }: MenuLink) {
    if (href !== "/documentation" || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setDocumentation(true);
  }

  return (
    <>
      <header
        data-solid={scrolled || areas !== null || undefined}
        data-print="hide"
        className="sticky top-0 z-40 border-b border-transparent transition-colors has-[details[data-menu][open]]:border-line has-[details[data-menu][open]]:bg-ground data-solid:border-line data-solid:bg-ground noscript:border-line noscript:bg-ground"
      >
        <Container className="flex h-[calc(var(--nav-height)-1px)] items-center gap-8">
          <Logo site={site} />
          <nav aria-label="Main" className="hidden lg:block">
            <ul className="flex gap-1">
              {(areas ?? site.navigation ?? []).map((link) => (
                <li key={link._key}>
                  <SiteLink
                    href={link.href}
                    event={link.event}
                    onClick={(event) => onLink(event, link)}
                    aria-haspopup={link.href === "/documentation" ? "dialog" : undefined}
                    aria-current={
                      isHere(path, "area" in link ? link.area : link.href) ? "page" : undefined
                    }
                    className={navLinkClasses}
                  >
                    {link.label}
                  </SiteLink>
                </li>
              ))}
            </ul>
          </nav>
          <div className="ml-auto flex items-center gap-2">
            <SearchButton Dialog={SearchDialog} />
            {viewer ? (
              <AccountMenu viewer={viewer} onProfile={() => setProfile(true)} />
            ) : (
              <>
                <Button
                  asChild
                  variant="ghost"
                  size="sm"
                  className={`max-sm:hidden ${unlessInMenu}`}
                >
                  <Link to="/login" prefetch="intent">
                    Login
                  </Link>
                </Button>
                <Button asChild size="sm" className={unlessInMenu}>
                  <Link to="/signup" prefetch="intent">
                    Sign Up
                  </Link>
                </Button>
              </>
            )}
            <MobileMenu
              site={site}
              viewer={viewer}
              onLink={onLink}
              onProfile={() => setProfile(true)}
            />
          </div>
        </Container>
      </header>
      {documentation !== null && (
        <Suspense>
          <DocumentationDialog
            site={site}
            open={documentation}
            onClose={() => setDocumentation(false)}
          />
        </Suspense>
      )}
      {viewer && profile !== null && (
        <Suspense>
          <ProfileDialog open={profile} onClose={() => setProfile(false)} />
        </Suspense>
      )}
    </>
  );
}

const navLinkClasses = cx(
  "flex min-h-9 items-center rounded-md px-3 text-[0.9375rem] text-muted transition-colors hover:text-foreground",
  "aria-[current=page]:text-foreground aria-[current=page]:underline aria-[current=page]:decoration-action aria-[current=page]:decoration-2 aria-[current=page]:underline-offset-8",
);
