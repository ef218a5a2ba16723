import type { Claims } from "./claims";
import { can, type Permission } from "./permissions";
import type { Viewer } from "./viewer";

/** A signed-in user, verified: what a guarded loader or action works with. */
export interface SignedInUser {
  claims: Claims;
  viewer: Viewer;
}

// Only this module has the symbol: code that skips the check of the permission does not compile.
const permitted = Symbol("permitted");

/** A user with the permission that their guard checked, and their IP address. */
export interface Administrator extends SignedInUser {
  readonly [permitted]: true;
  ipAddress: string;
}

/** The user as an administrator; null for one whose role lacks the permission. */
export function administratorOf(
  user: SignedInUser,
  permission: Permission,
  ipAddress: string,
): Administrator | null {
  return can(user.viewer, permission) ? { ...user, ipAddress, [permitted]: true } : null;
}
