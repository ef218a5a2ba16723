import type { Role } from "@domain/accounts/viewer";

export interface DashboardLink {
  to: string;
  label: string;
}

const links: readonly DashboardLink[] = [
  { to: "/dashboard", label: "Overview" },
  { to: "/dashboard/keys", label: "API keys" },
  { to: "/dashboard/plan", label: "Plan" },
  { to: "/dashboard/profile", label: "Profile" },
  { to: "/dashboard/security", label: "Security" },
  { to: "/dashboard/data", label: "Your data" },
];

/** The links of a user's dashboard. An administrator's overview is the administration. */
export function dashboardLinks(role: Role): readonly DashboardLink[] {
  return role === "Admin" ? [{ to: "/admin", label: "Administration" }, ...links.slice(1)] : links;
}
