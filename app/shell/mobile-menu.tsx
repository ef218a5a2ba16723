import { Form, Link, useLocation } from "@remix-run/react";
import { useEffect, useRef, type KeyboardEvent, type MouseEvent } from "react";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { SiteLink } from "~/ui/site-link";
import { showsAdministration, showsStudio, type ShellUser } from "./shell-user";
import type { MenuLink, SiteSettings } from "./site-settings";
import { isHere, useShownPath } from "./current-path";

const entry =
  "flex min-h-13 w-full items-center border-b border-line text-left text-lg font-medium aria-[current=page]:text-action";

interface MobileMenuProps {
  site: SiteSettings;
  viewer: ShellUser | null;
  onLink: (event: MouseEvent, link: MenuLink) => void;
  onProfile: () => void;
}

/** The navigation of narrow screens. The browser's own disclosure: it opens without scripts. */
export function MobileMenu({ site, viewer, onLink, onProfile }: MobileMenuProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  const path = useShownPath();

  /**
   * Gives the focus to the button, unless it has gone elsewhere: a dialog could not give it back to
   * a hidden link.
   */
  function close() {
    const menu = details.current;
    if (!menu?.open) return;
    const focused = document.activeElement;
    menu.open = false;
    if (focused === document.body || menu.contains(focused)) menu.querySelector("summary")?.focus();
  }
  useEffect(close, [key]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape") close();
  }

  return (
    // Escape closes the open part: the focus is always on a control inside.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <details ref={details} data-menu className="group/menu lg:hidden" onKeyDown={onKeyDown}>
      <summary
        aria-label="Menu"
        className="-mr-2.5 grid size-11 place-items-center rounded-lg text-foreground"
      >
        <Icon name="menu" className="size-6 group-open/menu:hidden" />
        <Icon name="x" className="hidden size-6 group-open/menu:block" />
      </summary>
      <div className="absolute inset-x-0 top-full h-[calc(100dvh-var(--nav-height))] animate-rise overflow-y-auto overscroll-contain bg-ground px-5 pt-2 pb-28 sm:px-6">
        <nav aria-label="Main menu">
          <ul>
            {(site.navigation ?? []).map((link) => (
              <li key={link._key}>
                <SiteLink
                  href={link.href}
                  event={link.event}
                  onClick={(event) => {
                    close();
                    onLink(event, link);
                  }}
                  aria-current={isHere(path, link.href) ? "page" : undefined}
                  className={entry}
                >
                  {link.label}
                </SiteLink>
              </li>
            ))}
            {viewer && (
              <>
                <li>
                  <Link to="/dashboard" className={entry}>
                    Dashboard
                  </Link>
                </li>
                {showsAdministration(viewer) && (
                  <li>
                    <Link to="/admin" className={entry}>
                      Admin Panel
                    </Link>
                  </li>
                )}
                {showsStudio(viewer) && (
                  <li>
                    <a href="/studio" className={entry}>
                      Studio
                    </a>
                  </li>
                )}
                <li>
                  <Link
                    to="/dashboard/profile"
                    aria-haspopup="dialog"
                    onClick={(event) => {
                      // With a modifier key, and without scripts, it stays a link to the same form.
                      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                      event.preventDefault();
                      close();
                      onProfile();
                    }}
                    className={entry}
                  >
                    Profile
                  </Link>
                </li>
                <li>
                  <Form method="post" action="/logout">
                    <button type="submit" className={entry}>
                      Log Out
                    </button>
                  </Form>
                </li>
              </>
            )}
          </ul>
        </nav>
        {!viewer && (
          <div className="mt-8 grid grid-cols-2 gap-3">
            <Button asChild variant="outline">
              <Link to="/login">Login</Link>
            </Button>
            <Button asChild>
              <Link to="/signup">Sign Up</Link>
            </Button>
          </div>
        )}
      </div>
    </details>
  );
}
