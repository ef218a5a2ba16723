import { accountAreas, isAmong } from "~/route-facts";
import { showsAdministration, showsComments, showsStudio, type ShellUser } from "./shell-user";
import type { MenuLink } from "./site-settings";

interface AreaLink extends MenuLink {
  /** The path below which the visitor is in this area. */
  area: string;
}

/**
 * What the bar of the account area and the administration links to in place of the site's own menu:
 * the areas that the user may open, and the documentation. Null elsewhere.
 *
 * @param path of the page that is shown
 */
export function areaLinks(path: string, viewer: ShellUser | null): readonly AreaLink[] | null {
  if (!viewer || !isAmong(accountAreas, path)) return null;
  const isAdministrator = showsAdministration(viewer);
  return [
    // The dashboard leads administrators to the administration: their account begins at the
    // profile.
    isAdministrator
      ? area("account", "Account", "/dashboard/profile", "/dashboard")
      : area("account", "Dashboard", "/dashboard"),
    ...(isAdministrator ? [area("administration", "Administration", "/admin")] : []),
    ...(showsComments(viewer) ? [area("comments", "Comments", "/admin/comments")] : []),
    ...(showsStudio(viewer) ? [area("studio", "Studio", "/studio")] : []),
    area("docs", "Docs", "/docs"),
  ];
}

const area = (_key: string, label: string, href: string, path = href): AreaLink => ({
  _key,
  label,
  href,
  area: path,
  event: null,
});
