import type { AuthChangeEvent } from "@supabase/supabase-js";
import type { Viewer } from "@domain/accounts/viewer";

/** What a page knows of its session: nothing that would open the session. */
export interface SessionFacts {
  userId: string;
  email: string;
  /** `aal2` once a second factor has been given. */
  level: string;
  /** When its access token expires, in seconds since the epoch. */
  expiresAt: number;
}

/**
 * The auth state as the root loader saw it. A session without a viewer still owes its second
 * factor.
 */
export interface AuthState {
  session: SessionFacts | null;
  viewer: Viewer | null;
}

/**
 * What happened between two loads of a page, as a supabase event; null when nothing did.
 *
 * @param pathname the current path: a recovery leads to the page for the new password, and nothing
 * else distinguishes it from another sign-in
 */
export function eventBetween(
  before: AuthState,
  after: AuthState,
  pathname: string,
): AuthChangeEvent | null {
  const { session, viewer } = after;
  if (!session) return before.session ? "SIGNED_OUT" : null;
  if (before.session?.userId !== session.userId) {
    return pathname === "/reset-password" ? "PASSWORD_RECOVERY" : "SIGNED_IN";
  }
  if (before.session.level !== session.level && session.level === "aal2") {
    return "MFA_CHALLENGE_VERIFIED";
  }
  if (JSON.stringify(before.viewer) !== JSON.stringify(viewer)) return "USER_UPDATED";
  return before.session.expiresAt === session.expiresAt ? null : "TOKEN_REFRESHED";
}
