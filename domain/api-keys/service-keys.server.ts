import { makeSecretKey } from "@platen/kit";
import { and, desc, eq, isNull, or, sql } from "drizzle-orm";
import { z } from "zod";
import { serviceKeys } from "@domain/database/tables.server";
import type { ServiceTx } from "@domain/database/transactions.server";

/*
 * The keys by which the API gateway authenticates to the site. A client that has one acts for every
 * account: they are created from a shell on the server, and nowhere else.
 */

const keyName = z
  .string()
  .trim()
  .regex(
    /^[\p{L}\p{N} ._-]{1,60}$/u,
    "A name has 1 to 60 letters, digits, spaces, dots and dashes.",
  );

/**
 * Creates a key and returns its secret, of which only the hash is stored.
 *
 * @throws when the name is empty, too long or has invalid characters
 */
export async function createServiceKey(tx: ServiceTx, wanted: string): Promise<string> {
  const name = keyName.safeParse(wanted);
  if (!name.success) throw new Error(name.error.issues[0]?.message);
  const { secret, ...stored } = makeSecretKey("svc");
  await tx.insert(serviceKeys).values({ name: name.data, ...stored });
  return secret;
}

const { name, prefix, createdAt, lastUsedAt, revokedAt } = serviceKeys;

/** All keys, newest first. */
export const listServiceKeys = (tx: ServiceTx) =>
  tx
    .select({ name, prefix, createdAt, lastUsedAt, revokedAt })
    .from(serviceKeys)
    .orderBy(desc(createdAt), serviceKeys.id);

/** Revokes the key with this prefix or id, immediately; false when there is no such active key. */
export async function revokeServiceKey(tx: ServiceTx, which: string): Promise<boolean> {
  const revoked = await tx
    .update(serviceKeys)
    .set({ revokedAt: sql`now()` })
    .where(and(or(eq(prefix, which), sql`${serviceKeys.id}::text = ${which}`), isNull(revokedAt)))
    .returning({ id: serviceKeys.id });
  return revoked.length > 0;
}
