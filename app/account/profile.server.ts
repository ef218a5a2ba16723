import { count, desc, eq } from "drizzle-orm";
import { withUser } from "./database.server";
import type { Claims, Session } from "./session.server";
import { profiles } from "./tables.server";
import type { Viewer } from "./viewer";

/**
 * The person of these claims with their profile, or null when the account is gone although its token still lives.
 * Throws a 503 Response when the database does not answer.
 */
export async function readViewer(claims: Claims): Promise<Viewer | null> {
  const rows = await withUser(claims, (tx) =>
    tx.select().from(profiles).where(eq(profiles.id, claims.sub)).limit(1),
  );
  const profile = rows[0];
  if (!profile) return null;
  const { id, email, fullName, avatarUrl, role } = profile;
  return { id, email, fullName, avatarUrl, role };
}

/** Who looks at the page, or null for a visitor. */
export async function viewerOf(session: Session): Promise<Viewer | null> {
  const claims = await session.claims();
  return claims ? readViewer(claims) : null;
}

/** The newest accounts, and how many there are, as far as the asking person may see them: an administrator sees all. */
export function newestProfiles(claims: Claims, limit: number) {
  return withUser(claims, async (tx) => {
    const newest = await tx
      .select()
      .from(profiles)
      .orderBy(desc(profiles.createdAt), desc(profiles.id))
      .limit(limit);
    const [counted] = await tx.select({ total: count() }).from(profiles);
    return { total: counted?.total ?? 0, profiles: newest };
  });
}
