/** The three roles, as `profiles.role` stores them. */
export const roles = ["Admin", "Editor", "User"] as const;

export type Role = (typeof roles)[number];

/** The viewer of the page: what the shell may show of a signed-in user. */
export interface Viewer {
  id: string;
  email: string;
  fullName: string | null;
  avatarUrl: string | null;
  role: Role;
  /** When the account is deleted, if it is closed. */
  closesAt: Date | null;
}

/** The start page of this role: where `/` and a sign-in lead. */
export function homeOf(role: Role): "/admin" | "/dashboard" {
  return role === "Admin" ? "/admin" : "/dashboard";
}
