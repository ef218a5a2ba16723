import { useLocation, useRouteError } from "@remix-run/react";

/**
 * The path of the page that is shown. It is "" on the site's error page, which is none of the pages in the menu, and which
 * is rendered once for all addresses.
 */
export function useShownPath(): string {
  const { pathname } = useLocation();
  return useRouteError() ? "" : pathname;
}
