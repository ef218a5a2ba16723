import { includes, type Permission } from "@domain/accounts/permissions";
import type { Role } from "@domain/accounts/viewer";
import { AreaNavigation, type AreaLink } from "~/shell/area-navigation";

const links: readonly (AreaLink & { permission: Permission })[] = [
  {
    ...{ to: "/admin/overview", label: "Overview", icon: "layout-dashboard" },
    permission: "administration.open",
  },
  { to: "/admin/users", label: "Users", icon: "users", permission: "users.read" },
  { to: "/admin/roles", label: "Roles", icon: "shield-check", permission: "roles.read" },
  { to: "/admin/plans", label: "Plans", icon: "coins", permission: "plans.read" },
  {
    ...{ to: "/admin/comments", label: "Comments", icon: "message-square" },
    permission: "comments.moderate",
  },
  { to: "/admin/mails", label: "Emails", icon: "mail", permission: "mails.read" },
  { to: "/admin/audit", label: "Audit log", icon: "clock", permission: "audit.read" },
  {
    ...{ to: "/admin/health", label: "Health", icon: "stethoscope" },
    permission: "administration.open",
  },
];

/** The pages of the administration that a role may open. */
export function AdminNavigation({ role }: { role: Role }) {
  const own = links.filter(({ permission }) => includes(role, permission));
  return (
    <AreaNavigation
      label="Administration"
      links={own.map(({ to, label, icon }) => ({ to, label, icon }))}
    />
  );
}
