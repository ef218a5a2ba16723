import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { withUser } from "@domain/database/database.server";
import { brokenConstraint, type UserTx } from "@domain/database/transactions.server";
import { makeSecretKey } from "@platen/kit";
import type { Claims } from "@domain/accounts/claims";
import { apiKeys } from "@domain/database/tables.server";

/** A key as its owner sees it. */
export interface ApiKey {
  id: string;
  name: string;
  prefix: string;
  scopes: string[];
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  rotatedTo: string | null;
}

/** The readable columns of a key: all but its hash. */
export const readableOfKey = {
  id: apiKeys.id,
  name: apiKeys.name,
  prefix: apiKeys.prefix,
  scopes: apiKeys.scopes,
  createdAt: apiKeys.createdAt,
  expiresAt: apiKeys.expiresAt,
  lastUsedAt: apiKeys.lastUsedAt,
  revokedAt: apiKeys.revokedAt,
  rotatedTo: apiKeys.rotatedTo,
};

/** The outcome of making a key. */
export type MadeKey =
  /** Its secret, which nobody can read again. */
  | { outcome: "made"; key: ApiKey; secret: string }
  /** The form was sent before: the key is there, its secret has been shown. */
  | { outcome: "made-before" }
  | { outcome: "too-many" | "too-many-today" }
  /** The key to replace is gone, has expired, or has been replaced. */
  | { outcome: "ended" };

/** The limits of the database, by the names of their constraints. */
const maxAtOnce = "api_keys_at_most_ten";
const maxPerDay = "api_keys_at_most_fifty_a_day";
const replacements = ["api_keys_replaced_once", "api_keys_rotated_to_user_id_fkey"];

/** The order of a truncated list: keys that have ended never push a working one out of sight. */
export const workingFirst = [
  sql`${apiKeys.revokedAt} is null and coalesce(${apiKeys.expiresAt} > now(), true) desc`,
  desc(apiKeys.createdAt),
  desc(apiKeys.id),
] as const;

/** The signed-in user's keys: those that work, then those that have ended, the newest first. */
export function listApiKeys(claims: Claims, limit = 100): Promise<ApiKey[]> {
  return withUser(claims, (tx) =>
    tx
      .select(readableOfKey)
      .from(apiKeys)
      .where(eq(apiKeys.userId, claims.sub))
      .orderBy(...workingFirst)
      .limit(limit),
  );
}

/**
 * Makes a key.
 *
 * @param wanted.id comes with the form, so that sending it twice makes one
 * @param wanted.days how long it works
 */
export function createApiKey(
  claims: Claims,
  wanted: { id: string; name: string; scopes: string[]; days: number },
): Promise<MadeKey> {
  const { id, name, scopes, days } = wanted;
  const expiresAt = sql`now() + make_interval(days => ${days}::int)`;
  return withinLimits(claims, id, (tx) => insert(tx, claims, { id, name, scopes, expiresAt }));
}

/**
 * Replaces a key by a new one with its name, permissions and lifetime. The old one works for
 * another `hours`, so that nothing stops while its holders switch over.
 *
 * @param options.id comes with the form, so that sending it twice makes one
 */
export function rotateApiKey(
  claims: Claims,
  { key, id, hours }: { key: string; id: string; hours: number },
): Promise<MadeKey> {
  return withinLimits(claims, id, async (tx) => {
    const [before] = await tx
      .select({ ...readableOfKey, isOver: sql<boolean>`coalesce(expires_at <= now(), false)` })
      .from(apiKeys)
      .where(and(eq(apiKeys.id, key), eq(apiKeys.userId, claims.sub)))
      .for("update");
    if (before?.rotatedTo === id) return { outcome: "made-before" };
    if (!before || before.revokedAt || before.rotatedTo || before.isOver) {
      return { outcome: "ended" };
    }
    await tx
      .update(apiKeys)
      .set({
        rotatedTo: id,
        expiresAt: sql`least(expires_at, now() + make_interval(hours => ${hours}::int))`,
      })
      .where(eq(apiKeys.id, key));
    const { createdAt, expiresAt } = before;
    const lifetime = expiresAt && (expiresAt.getTime() - createdAt.getTime()) / 1000;
    return insert(tx, claims, {
      id,
      name: before.name,
      scopes: before.scopes,
      expiresAt: lifetime === null ? null : sql`now() + make_interval(secs => ${lifetime}::float8)`,
    });
  });
}

/**
 * Ends a key immediately; false when it does not exist, is another user's, or is revoked already.
 */
export async function revokeApiKey(claims: Claims, key: string): Promise<boolean> {
  const revoked = await withUser(claims, (tx) =>
    tx
      .update(apiKeys)
      .set({ revokedAt: sql`now()` })
      .where(and(eq(apiKeys.id, key), eq(apiKeys.userId, claims.sub), isNull(apiKeys.revokedAt)))
      .returning({ id: apiKeys.id }),
  );
  return revoked.length > 0;
}

async function insert(
  tx: UserTx,
  { sub: userId }: Claims,
  key: { id: string; name: string; scopes: string[]; expiresAt: SQL | null },
): Promise<MadeKey> {
  const { id, name, scopes, expiresAt } = key;
  const { secret, prefix, hash } = makeSecretKey("pdf");
  // By hand: drizzle would name every column, and a user may not fill in all of them.
  const inserted = await tx.execute(sql`
    insert into public.api_keys (id, user_id, name, prefix, hash, scopes, expires_at)
    values (${id}, ${userId}, ${name}, ${prefix}, ${hash}, string_to_array(${scopes.join()}, ','), ${expiresAt})
    on conflict (id) do nothing returning id`);
  if (inserted.length === 0) return { outcome: "made-before" };
  const [made] = await tx.select(readableOfKey).from(apiKeys).where(eq(apiKeys.id, id));
  if (!made) throw new Error("A key was created and cannot be read back.");
  return { outcome: "made", key: made, secret };
}

/**
 * Turns the database's refusal of one key too many into a result, unless the form was sent twice.
 */
async function withinLimits(
  claims: Claims,
  id: string,
  work: (tx: UserTx) => Promise<MadeKey>,
): Promise<MadeKey> {
  try {
    return await withUser(claims, work);
  } catch (error) {
    const constraint = brokenConstraint(error);
    // The replacement that the form named exists already.
    if (constraint !== null && replacements.includes(constraint)) return { outcome: "ended" };
    if (constraint !== maxAtOnce && constraint !== maxPerDay) throw error;
    const made = await withUser(claims, (tx) =>
      tx.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.id, id)),
    );
    if (made.length > 0) return { outcome: "made-before" };
    return { outcome: constraint === maxAtOnce ? "too-many" : "too-many-today" };
  }
}
