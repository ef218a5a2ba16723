import { and, isNotNull, lt, sql } from "drizzle-orm";
import { withService } from "@domain/database/database.server";
import { comments, likes, messages, networkKeys } from "@domain/database/tables.server";

/** How long a hashed network stays beside a like, a comment or a message, in days. */
const networkDays = 2;

const daysAgo = (days: number) => sql`now() - make_interval(days => ${days}::int)`;

/**
 * Deletes the hashes of networks that are older than two days, and their keys. Likes, comments
 * and messages stay; nobody can tell afterwards which network they came from.
 */
export async function forgetNetworks(): Promise<void> {
  await withService(async (tx) => {
    for (const table of [likes, comments, messages]) {
      await tx
        .update(table)
        .set({ network: null })
        .where(and(isNotNull(table.network), lt(table.createdAt, daysAgo(networkDays))));
    }
    await tx
      .delete(networkKeys)
      .where(lt(networkKeys.day, sql`current_date - ${networkDays}::int`));
  });
}
