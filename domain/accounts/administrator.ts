import type { Claims } from "./claims";
import type { Viewer } from "./viewer";

/** A signed-in user, verified: what a guarded loader or action works with. */
export interface SignedInUser {
  claims: Claims;
  viewer: Viewer;
}

/** The administrator, and their IP address. */
export interface Administrator extends SignedInUser {
  ipAddress: string;
}
