import { inArray, sql } from "drizzle-orm";
import { withService } from "@domain/database/database.server";
import { apiKeys, serviceKeys } from "@domain/database/tables.server";
import type { ServiceTx } from "@domain/database/transactions.server";
import { isStorageFull } from "@domain/resilience/service-unavailable.server";

/**
 * A use is recorded once in this time: a write for every call would make reading the keys as
 * expensive as changing them.
 */
const recordedAfter = sql`now() - interval '1 minute'`;

/** Whether the last recorded use is so long ago that another is recorded. */
export const longAgo = (used: typeof apiKeys.lastUsedAt | typeof serviceKeys.lastUsedAt) =>
  sql<boolean>`coalesce(${used} < ${recordedAfter}, true)`;

/** Records that keys were used just now. On a full disk they are verified all the same. */
export async function noteUse(keys: readonly string[], services: readonly string[]): Promise<void> {
  if (keys.length + services.length === 0) return;
  try {
    await withService(async (tx) => {
      await noteUseIn(tx, apiKeys, keys);
      await noteUseIn(tx, serviceKeys, services);
    });
  } catch (error) {
    if (!isStorageFull(error)) throw error;
  }
}

/** Records that keys of one table were used just now, in the transaction of the caller. */
export async function noteUseIn(
  tx: ServiceTx,
  table: typeof apiKeys | typeof serviceKeys,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(table)
    .set({ lastUsedAt: sql`now()` })
    .where(inArray(table.id, [...ids]));
}
