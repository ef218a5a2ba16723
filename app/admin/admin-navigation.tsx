import { AreaNavigation, type AreaLink } from "~/shell/area-navigation";

const links: readonly AreaLink[] = [
  { to: "/admin/overview", label: "Overview", icon: "layout-dashboard" },
  { to: "/admin/users", label: "Users", icon: "users" },
  { to: "/admin/roles", label: "Roles", icon: "shield-check" },
  { to: "/admin/plans", label: "Plans", icon: "coins" },
  { to: "/admin/audit", label: "Audit log", icon: "clock" },
];

/** The pages of the administration. */
export const AdminNavigation = () => <AreaNavigation label="Administration" links={links} />;
