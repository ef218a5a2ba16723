import type { Role } from "@domain/accounts/viewer";
import type { AreaLink } from "~/shell/area-navigation";

const links: readonly AreaLink[] = [
  { to: "/dashboard", label: "Overview", icon: "layout-dashboard", end: true },
  { to: "/dashboard/activity", label: "Activity", icon: "clock" },
  { to: "/dashboard/keys", label: "API keys", icon: "key-round" },
  { to: "/dashboard/plan", label: "Plan", icon: "coins" },
  { to: "/dashboard/profile", label: "Profile", icon: "user-round" },
  { to: "/dashboard/security", label: "Security", icon: "shield-check" },
  { to: "/dashboard/data", label: "Your data", icon: "download" },
];

/** The links of a user's dashboard. An administrator's overview is the administration. */
export const dashboardLinks = (role: Role): readonly AreaLink[] =>
  role === "Admin" ? links.slice(1) : links;
