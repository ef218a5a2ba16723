import { useLocation, useRouteError } from "@remix-run/react";

/**
 * The path of the page that is shown. It is "" on the site's error page, which is not in the menu,
 * and which is rendered once for all URLs.
 */
export function useShownPath(): string {
  const { pathname } = useLocation();
  return useRouteError() ? "" : pathname;
}

/** Whether the visitor is on the linked page or below it. */
export function isHere(pathname: string, href: string | null): boolean {
  return href !== null && (pathname === href || pathname.startsWith(`${href}/`));
}
