import { and, desc, eq, lt } from "drizzle-orm";
import { z } from "zod";
import { uuid } from "@domain/accounts/uuid";
import { decodeCursor, encodeCursor } from "@domain/database/cursor.server";
import { withAdministrator } from "@domain/database/database.server";
import type { AdminTx } from "@domain/database/transactions.server";
import type { Administrator } from "@domain/accounts/administrator";
import { creditEntries, profiles } from "@domain/database/tables.server";

/**
 * An int4, as the column is: Postgres refuses a larger number, which would be a failure of ours.
 */
const cursor = z.tuple([z.int32().positive()]);

/**
 * The entries of an account's ledger, newest first.
 *
 * @param after where the previous page ended; none for the newest
 * @returns at most `limit` entries, and where the next page begins, if there is one
 * @throws a 400 Response when `after` is not a position in it
 */
export async function readEntries(tx: AdminTx, userId: string, limit: number, after?: string) {
  const place = decodeCursor(cursor, after);
  const { id, number, kind, amount, balance, operation, reason, createdAt } = creditEntries;
  const rows = await tx
    .select({ id, number, kind, amount, balance, operation, reason, createdAt })
    .from(creditEntries)
    .where(and(eq(creditEntries.userId, userId), place && lt(number, place[0])))
    .orderBy(desc(number))
    .limit(limit + 1);
  const entries = rows.slice(0, limit);
  const last = entries.at(-1);
  return { entries, next: rows.length > limit && last ? encodeCursor([last.number]) : null };
}

/**
 * A page of an account's ledger, with its owner. Null when there is no account of this id.
 *
 * @throws the 404 page for a user who is no longer an administrator, and a 400 Response when
 * `after` is not a position in it
 */
export async function readLedgerPage(
  { claims }: Pick<Administrator, "claims">,
  id: string,
  limit: number,
  after?: string,
) {
  if (!uuid.safeParse(id).success) return null;
  return withAdministrator(claims, async (tx) => {
    const [user] = await tx
      .select({ email: profiles.email, fullName: profiles.fullName })
      .from(profiles)
      .where(eq(profiles.id, id))
      .limit(1);
    return user ? { user, ...(await readEntries(tx, id, limit, after)) } : null;
  });
}
