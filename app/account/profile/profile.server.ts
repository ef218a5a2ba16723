import { eq } from "drizzle-orm";
import { withUser } from "@domain/database/database.server";
import { avatars, profiles } from "@domain/database/tables.server";
import type { Claims } from "@domain/accounts/claims";
import { avatarUrlOf, type AvatarPicture } from "./avatar.server";

/**
 * Saves a user's own profile.
 *
 * @param picture a new picture; null removes the current one, undefined leaves it unchanged
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
