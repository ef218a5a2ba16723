/** The three roles, as `profiles.role` holds them. */
export const roles = ["Admin", "Editor", "User"] as const;

export type Role = (typeof roles)[number];

/** Who is looking at the page: what the shell may show of a signed-in person. */
export interface Viewer {
  id: string;
  email: string;
  fullName: string | null;
  avatarUrl: string | null;
  role: Role;
  /** When the account is deleted, for who has closed it. */
  closesAt: Date | null;
}

/** Where a person of this role works: the page that `/` and a sign-in lead to. */
export function homeOf(role: Role): "/admin" | "/dashboard" {
  return role === "Admin" ? "/admin" : "/dashboard";
}
