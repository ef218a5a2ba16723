import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { AuthState } from "~/account/session/auth-state";
import { avatarUrlOf, type AvatarPicture } from "./avatar.server";
import { withUser } from "~/account/database/database.server";
import type { Claims, Session } from "~/account/session/session.server";
import { avatars, profiles } from "~/account/database/tables.server";
import { withTimeout } from "~/resilience/timeout.server";
import type { Viewer } from "~/account/session/viewer";

/**
 * The user of these claims with their profile; null when they still owe their second factor, and
 * when the session or the account is gone although its token still lives: row-level security then
 * shows nothing. Throws a 503 Response when the database does not respond.
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

const owing = z.array(z.object({ owes: z.boolean() }));

/**
 * Whether these claims lack the user's second factor: then row-level security shows them nothing.
 */
export async function owesSecondFactor(claims: Claims): Promise<boolean> {
  const rows = await withUser(claims, (tx) =>
    tx.execute(sql`select public.owes_second_factor() as owes`),
  );
  return owing.parse(rows)[0]?.owes ?? false;
}

/**
 * The viewer of the page, or null for a visitor, including a user who still owes a second factor.
 */
export async function viewerOf(session: Session): Promise<Viewer | null> {
  const claims = await session.claims();
  return claims ? readViewer(claims) : null;
}

const nobody: AuthState = { session: null, viewer: null };

/** How long a public page waits for its viewer, in milliseconds. */
const timeoutMilliseconds = 2_500;

/**
 * The viewer of the page, and what a page may know of their session. Nobody while those services do
 * not respond: public pages are shown all the same, and account pages query again and report the
 * failure.
 */
export async function readAuthState(session: Session): Promise<AuthState> {
  try {
    return await withTimeout(
      readAuthStateNow(session),
      timeoutMilliseconds,
      () => new Response(null, { status: 503 }),
    );
  } catch (error) {
    if (error instanceof Response && error.status === 503) return nobody;
    throw error;
  }
}

async function readAuthStateNow(session: Session): Promise<AuthState> {
  const claims = await session.claims();
  if (!claims) return nobody;
  const { sub: userId, email, aal: level = "aal1", exp: expiresAt } = claims;
  return { session: { userId, email, level, expiresAt }, viewer: await readViewer(claims) };
}

/**
 * Saves a user's own profile.
 *
 * @param picture a new picture; null removes the current one, undefined leaves it
 */
export async function saveProfile(
  claims: Claims,
  { fullName, picture }: { fullName: string; picture?: AvatarPicture | null },
): Promise<void> {
  const owner = claims.sub;
  await withUser(claims, async (tx) => {
    if (picture) {
      const { hash, bytes } = picture;
      const row = { owner, hash, picture: bytes, createdAt: new Date() };
      await tx.insert(avatars).values(row).onConflictDoUpdate({ target: avatars.owner, set: row });
    } else if (picture === null) {
      await tx.delete(avatars).where(eq(avatars.owner, owner));
    }
    await tx
      .update(profiles)
      .set({
        fullName: fullName || null,
        ...(picture !== undefined && { avatarUrl: picture && avatarUrlOf(picture.hash) }),
      })
      .where(eq(profiles.id, owner));
  });
}

/** The picture of this hash, if the signed-in user may see it. */
export async function readAvatar(claims: Claims, hash: string): Promise<Buffer | null> {
  const rows = await withUser(claims, (tx) =>
    tx.select({ picture: avatars.picture }).from(avatars).where(eq(avatars.hash, hash)).limit(1),
  );
  return rows[0]?.picture ?? null;
}
