import { changeThroughService } from "./change-through-service.server";
import { AdministrationError } from "./administration-error";
import {
  requireOtherAdministrator,
  requireAnotherAccount,
  type Account,
  type Target,
} from "./lock-account.server";
import { banDurations, type BanDuration } from "./ban";
import { endSessionsOf } from "./account-help.server";
import type { Administrator } from "@domain/accounts/administrator";
import { stateOf } from "./user-list";

/**
 * Bans a user for a time, and ends their sessions. A ban is enforced by `isBanned()` in
 * services/auth/users/users.ts, and for API keys by domain/gateway/verify-key.server.ts.
 *
 * @throws {AdministrationError} for one's own account, the last administrator, a deleted or banned
 * account, or a stale form
 */
export async function banAccount(
  administrator: Administrator,
  target: Target,
  { duration, reason }: { duration: BanDuration; reason: string },
): Promise<void> {
  requireAnotherAccount(administrator, target.id);
  await changeThroughService(administrator, target, {
    action: "user.ban",
    reason,
    async check(tx, account) {
      const state = stateOf(account);
      if (state === "deleted" || state === "banned") {
        throw new AdministrationError(`This account is already ${state}.`);
      }
      await requireOtherAdministrator(tx, account);
    },
    call: (auth, { id }) => auth.admin.updateUserById(id, { ban_duration: duration }),
    finish: async (tx, { id }) => void (await endSessionsOf(tx, id)),
    undo: (admin, { id }) => admin.updateUserById(id, { ban_duration: "none" }),
    before: (account) => ({ state: stateOf(account) }),
    after: () => ({ state: "banned", duration: banDurations[duration] }),
  });
}

/**
 * Lifts a user's ban.
 *
 * @throws {AdministrationError} when the account is not banned, or the form is stale
 */
export async function liftBan(
  administrator: Administrator,
  target: Target,
  { reason }: { reason: string },
): Promise<void> {
  await changeThroughService(administrator, target, {
    action: "user.ban.lift",
    reason,
    check(_, account) {
      if (stateOf(account) !== "banned")
        throw new AdministrationError("This account is not banned.");
    },
    call: (auth, { id }) => auth.admin.updateUserById(id, { ban_duration: "none" }),
    undo: (admin, account) => admin.updateUserById(account.id, { ban_duration: banLeft(account) }),
    before: (account) => ({
      state: "banned",
      until: account.bannedUntil?.toISOString() ?? null,
    }),
    after: (account) => ({ state: stateOf({ ...account, bannedUntil: null }) }),
  });
}

/** The remainder of a ban, as the auth service writes durations. */
export function banLeft({ bannedUntil }: Pick<Account, "bannedUntil">, now = Date.now()): string {
  const seconds = Math.ceil(((bannedUntil?.getTime() ?? 0) - now) / 1000);
  return seconds > 0 ? `${seconds}s` : "none";
}
