import { desc, sql } from "drizzle-orm";
import type { Administrator } from "@domain/accounts/administrator";
import { roles } from "@domain/accounts/viewer";
import { withAdministrator } from "@domain/database/database.server";
import { profiles } from "@domain/database/tables.server";

/**
 * How many users have each role, and the newest of those whose role is more than the default one.
 */
export function readRoles({ claims }: Administrator, limit: number) {
  return withAdministrator(claims, async (tx) => {
    const counts = await tx
      .select({ role: profiles.role, total: sql`count(*)`.mapWith(Number) })
      .from(profiles)
      .where(sql`${profiles.deletedAt} is null`)
      .groupBy(profiles.role);
    const holders = await tx
      .select()
      .from(profiles)
      .where(sql`${profiles.deletedAt} is null and ${profiles.role} in ('Admin', 'Editor')`)
      .orderBy(profiles.role, desc(profiles.createdAt))
      .limit(limit);
    return {
      counts: roles.map((role) => ({
        role,
        total: counts.find((counted) => counted.role === role)?.total ?? 0,
      })),
      holders,
    };
  });
}
