import { and, eq, isNotNull, isNull, ne, sql } from "drizzle-orm";
import type { Administrator } from "@domain/accounts/administrator";
import type { AuditedTx } from "@domain/audit/audit.server";
import { profiles } from "@domain/database/tables.server";
import type { AdminTx } from "@domain/database/transactions.server";
import { AdministrationError, lastAdministrator } from "./administration-error";

/** An account as an administrator saw it when they decided to change it. */
export interface Target {
  id: string;
  version: number;
}

export type Account = typeof profiles.$inferSelect;

/**
 * The account, locked until the transaction ends, exactly as the administrator saw it.
 *
 * @throws {AdministrationError} when it is gone, or someone changed it in the meantime
 */
export async function lockAccount(tx: AuditedTx, { id, version }: Target): Promise<Account> {
  const [account] = await tx.select().from(profiles).where(eq(profiles.id, id)).for("update");
  if (!account) throw new AdministrationError("This account no longer exists.", 404);
  if (account.version !== version) {
    throw new AdministrationError(
      "Someone else changed this account after you opened the page. Nothing was done: review its current state, then decide again.",
      409,
    );
  }
  return account;
}

/**
 * Bumps the account's version, so that forms opened earlier are rejected, for changes that do not
 * touch the profile.
 */
export async function bumpVersion(tx: AuditedTx, { id }: Pick<Account, "id">): Promise<void> {
  await tx
    .update(profiles)
    .set({ updatedAt: sql`now()` })
    .where(eq(profiles.id, id));
}

/**
 * Refuses to remove the last administrator. The database enforces it too, but only inside the auth
 * service's call, which cannot report the reason.
 *
 * @throws {AdministrationError} when there would be no administrator left
 */
export async function requireOtherAdministrator(tx: AdminTx, account: Account): Promise<void> {
  if (account.role !== "Admin") return;
  const others = await tx
    .select({ id: profiles.id })
    .from(profiles)
    .where(
      and(
        eq(profiles.role, "Admin"),
        ne(profiles.id, account.id),
        isNull(profiles.deletedAt),
        isNull(profiles.closesAt),
        isNotNull(profiles.confirmedAt),
        sql`(${profiles.bannedUntil} is null or ${profiles.bannedUntil} <= now())`,
      ),
    )
    .limit(1);
  if (others.length === 0) throw lastAdministrator();
}

/** @throws {AdministrationError} when administrators would lock themselves out */
export function requireAnotherAccount({ viewer }: Administrator, id: string): void {
  if (viewer.id === id) {
    throw new AdministrationError(
      "That is your own account. Ask another administrator to do this.",
    );
  }
}
