import { accountAreas, isAmong } from "~/route-facts";
import { showsAdministration, showsStudio, type ShellUser } from "./shell-user";
import type { MenuLink } from "./site-settings";

/**
 * What the bar of the account area and the administration links to in place of the site's own menu:
 * the areas that the user may open, and the documentation. Null elsewhere.
 *
 * @param path of the page that is shown
 */
export function areaLinks(path: string, viewer: ShellUser | null): readonly MenuLink[] | null {
  if (!viewer || !isAmong(accountAreas, path)) return null;
  const isAdministrator = showsAdministration(viewer);
  return [
    // An administrator's start page is the administration.
    area("account", isAdministrator ? "Account" : "Dashboard", "/dashboard"),
    ...(isAdministrator ? [area("administration", "Administration", "/admin")] : []),
    ...(showsStudio(viewer) ? [area("studio", "Studio", "/studio")] : []),
    area("docs", "Docs", "/docs"),
  ];
}

const area = (_key: string, label: string, href: string): MenuLink => ({
  _key,
  label,
  href,
  event: null,
});
