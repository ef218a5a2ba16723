import { desc, sql } from "drizzle-orm";
import {
  actorOf,
  runAsAdministrator,
  lockAccount,
  AdministrationError,
  type Target,
} from "./administration.server";
import { setRole } from "./set-role.server";
import { withAdministrator } from "@domain/database/database.server";
import type { Administrator } from "@domain/accounts/administrator";
import { profiles } from "@domain/database/tables.server";
import { roles, type Role } from "@domain/accounts/viewer";

/**
 * Gives an account another role. It takes effect with the next request, in open sessions too.
 *
 * @throws {AdministrationError} when the account is stale or deleted, has that role already, or is
 * the last administrator
 */
export function changeRole(
  administrator: Administrator,
  target: Target,
  { role, reason }: { role: Role; reason: string },
): Promise<void> {
  return runAsAdministrator(administrator, async (tx) => {
    const account = await lockAccount(tx, target);
    if (account.deletedAt)
      throw new AdministrationError("This account is deleted. Restore it first.");
    if (account.role === role)
      throw new AdministrationError(`This account already has the role ${role}.`);
    return setRole(tx, actorOf(administrator), account, { role, reason });
  });
}

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
