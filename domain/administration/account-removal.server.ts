import { and, desc, eq } from "drizzle-orm";
import { changeThroughService } from "./change-through-service.server";
import { AdministrationError } from "./administration-error";
import {
  requireOtherAdministrator,
  requireAnotherAccount,
  type Target,
} from "./lock-account.server";
import { endSessionsOf } from "./account-help.server";
import { banLeft } from "./ban.server";
import { withService } from "@domain/database/database.server";
import type { Administrator } from "@domain/accounts/administrator";
import { auditEntries, profiles } from "@domain/database/tables.server";
import { graceDays } from "@domain/own-data/grace-period";
import { stateOf } from "./user-list";

/** The maximum that the auth service can count to: nobody can sign in to a deleted account. */
const forGood = "876000h";

/**
 * Soft-deletes an account as an administrator: nobody can sign in to it, it leaves the lists, and
 * it can be restored. The auth service's own soft deletion would forget the email address forever.
 * Owners close their accounts in `own-data/closed-accounts.server.ts`, and housekeeping deletes
 * them there.
 *
 * @throws {AdministrationError} for one's own account, the last administrator, a deleted account,
 *   or a stale form
 */
export async function deleteAccount(
  administrator: Administrator,
  target: Target,
  { reason }: { reason: string },
): Promise<void> {
  requireAnotherAccount(administrator, target.id);
  await changeThroughService(administrator, target, {
    action: "user.delete",
    reason,
    async check(tx, account) {
      if (account.deletedAt) throw new AdministrationError("This account is already deleted.");
      await requireOtherAdministrator(tx, account);
    },
    call: (auth, { id }) => auth.admin.updateUserById(id, { ban_duration: forGood }),
    async finish(tx, { id }) {
      await tx.update(profiles).set({ deletedAt: new Date() }).where(eq(profiles.id, id));
      await endSessionsOf(tx, id);
    },
    undo: (admin, account) => admin.updateUserById(account.id, { ban_duration: banLeft(account) }),
    before: (account) => ({
      state: stateOf(account),
      bannedUntil: account.bannedUntil?.toISOString() ?? null,
    }),
    after: () => ({ state: "deleted" }),
  });
}

/**
 * Restores a deleted account. A ban from before the deletion continues.
 *
 * @throws {AdministrationError} when the account is not deleted, was forgotten by the auth service,
 * or the form is stale
 */
export async function restoreAccount(
  administrator: Administrator,
  target: Target,
  { reason }: { reason: string },
): Promise<void> {
  const bannedUntil = await banBeforeDeletion(target.id);
  await changeThroughService(administrator, target, {
    action: "user.undelete",
    reason,
    check(_, account) {
      if (!account.deletedAt) throw new AdministrationError("This account is not deleted.");
      // Housekeeping may be about to delete it.
      if (account.deletedAt.getTime() < Date.now() - graceDays * 86_400_000) {
        throw new AdministrationError("This account is being erased: it was deleted too long ago.");
      }
      if (!account.email.includes("@")) {
        throw new AdministrationError(
          "The auth service has permanently erased this account's email address.",
        );
      }
    },
    call: (auth, { id }) =>
      auth.admin.updateUserById(id, { ban_duration: banLeft({ bannedUntil }) }),
    async finish(tx, { id }) {
      await tx.update(profiles).set({ deletedAt: null }).where(eq(profiles.id, id));
    },
    undo: (admin, { id }) => admin.updateUserById(id, { ban_duration: forGood }),
    before: () => ({ state: "deleted" }),
    after: (account) => ({ state: stateOf({ ...account, deletedAt: null, bannedUntil }) }),
  });
}

/** Until when the account was banned at the time of its deletion, according to the audit entry. */
async function banBeforeDeletion(id: string): Promise<Date | null> {
  const [entry] = await withService((tx) =>
    tx
      .select({ before: auditEntries.before })
      .from(auditEntries)
      .where(and(eq(auditEntries.subject, id), eq(auditEntries.action, "user.delete")))
      .orderBy(desc(auditEntries.happenedAt), desc(auditEntries.id))
      .limit(1),
  );
  const until = entry?.before?.bannedUntil;
  return typeof until === "string" ? new Date(until) : null;
}
