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
  { to: "/admin/messages", label: "Messages", icon: "mail", permission: "messages.read" },
  { to: "/admin/mails", label: "Emails", icon: "send", permission: "mails.read" },
  { to: "/admin/audit", label: "Audit log", icon: "clock", permission: "audit.read" },
  {
    ...{ to: "/admin/health", label: "Health", icon: "stethoscope" },
    permission: "administration.open",
  },
];

/**
 * The pages of the administration that a role may open.
 *
 * @param openMessages how many messages are open; null for a role that may not read them
 */
export function AdminNavigation({
  role,
  openMessages,
}: {
  role: Role;
  openMessages: number | null;
}) {
  const own = links.filter(({ permission }) => includes(role, permission));
  return (
    <AreaNavigation
      label="Administration"
      links={own.map(({ to, label, icon }) => ({
        ...{ to, label, icon },
        count: to === "/admin/messages" ? (openMessages ?? 0) : 0,
      }))}
    />
  );
}
