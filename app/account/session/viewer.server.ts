import { eq } from "drizzle-orm";
import { withUser } from "@domain/database/database.server";
import { profiles } from "@domain/database/tables.server";
import { withTimeout } from "@domain/resilience/timeout.server";
import type { AuthState } from "./auth-state";
import type { Session } from "./session.server";
import type { Claims } from "@domain/accounts/claims";
import type { Viewer } from "@domain/accounts/viewer";

/**
 * The user of these claims with their profile; null when they still owe their second factor, and
 * when the session or the account no longer exists although its token is still valid: row-level
 * security then returns no rows. Throws a 503 Response when the database does not respond.
 */
export async function readViewer(claims: Claims): Promise<Viewer | null> {
  const rows = await withUser(claims, (tx) =>
    tx.select().from(profiles).where(eq(profiles.id, claims.sub)).limit(1),
  );
  const profile = rows[0];
  if (!profile) return null;
  const { id, email, fullName, avatarUrl, role, closesAt } = profile;
  return { id, email, fullName, avatarUrl, role, closesAt };
}

/** The viewers of requests that only read, by the claims of their sessions. */
const viewers = new WeakMap<Claims, Promise<Viewer | null>>();

/**
 * The viewer of the page, or null for a visitor, including a user who still owes a second factor. A
 * request that changes nothing reads the viewer once for its layouts, its page and its guards, in
 * one transaction instead of three.
 */
export async function viewerOf(session: Session): Promise<Viewer | null> {
  const claims = await session.claims();
  if (!claims) return null;
  if (!session.isSafeMethod) return readViewer(claims);
  let viewer = viewers.get(claims);
  if (!viewer) viewers.set(claims, (viewer = readViewer(claims)));
  return viewer;
}

const signedOut: AuthState = { session: null, viewer: null };

/** How long a public page waits for its viewer, in milliseconds. */
const timeoutMilliseconds = 2_500;

/**
 * The viewer of the page, and what a page may know of their session. Returns an empty auth state
 * while the services are unavailable: public pages are still shown, and account pages repeat the
 * query and show the error.
 */
export async function readAuthState(session: Session): Promise<AuthState> {
  try {
    return await withTimeout(
      readAuthStateNow(session),
      timeoutMilliseconds,
      () => new Response(null, { status: 503 }),
    );
  } catch (error) {
    if (error instanceof Response && error.status === 503) return signedOut;
    throw error;
  }
}

async function readAuthStateNow(session: Session): Promise<AuthState> {
  const claims = await session.claims();
  if (!claims) return signedOut;
  const { sub: userId, email, aal: level = "aal1", exp: expiresAt } = claims;
  return { session: { userId, email, level, expiresAt }, viewer: await viewerOf(session) };
}
