import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { actorOf, runAsAdministrator } from "./run-as-administrator.server";
import {
  changeThroughService,
  recordIntent,
  refusedByService,
  type ServiceRequest,
} from "./change-through-service.server";
import { lockAccount, bumpVersion, type Target } from "./lock-account.server";
import { AdministrationError } from "./administration-error";
import { record } from "@domain/audit/audit.server";
import { explain, statusOf } from "@domain/auth-service/auth-error-messages";
import { authService } from "@domain/auth-service/auth-service.server";
import { withService } from "@domain/database/database.server";
import type { ServiceTx } from "@domain/database/transactions.server";
import type { Administrator } from "@domain/accounts/administrator";
import { callbackUrl } from "@domain/auth-service/callback-url.server";
import { profiles, recoveryCodes } from "@domain/database/tables.server";
import { stateOf } from "./user-list";
import type { Role } from "@domain/accounts/viewer";

const endings = z.array(z.object({ ended: z.number() }));

/** Ends every session of a user, in the caller's transaction. Returns how many there were. */
export async function endSessionsOf(tx: ServiceTx, userId: string): Promise<number> {
  const rows = await tx.execute(sql`select public.end_sessions_of(${userId}::uuid) as ended`);
  return endings.parse([...rows])[0]?.ended ?? 0;
}

/**
 * Creates an account for someone, with a role from the start, and mails them the link to it. An
 * unconfirmed account with that email address is taken over: without its password, with this name.
 *
 * @throws {AdministrationError} when the email address has an account, or cannot receive email
 */
export async function inviteAccount(
  administrator: Administrator,
  { email, fullName, role }: { email: string; fullName: string; role: Role },
): Promise<string> {
  const { admin } = authService(administrator.ipAddress);
  const asked: ServiceRequest = { action: "user.invite", subject: { email: email.toLowerCase() } };
  // Before the mail leaves: a user who is no longer an administrator invites nobody.
  await runAsAdministrator(administrator, (tx) => recordIntent(tx, administrator, asked));
  // Anyone who signed up with this email address before its owner knows a password, and would share
  // the account; their name would be shown as its owner's. Before the invitation, because mailed
  // tokens go with the password.
  const address = asked.subject.email;
  await withService((tx) =>
    tx.execute(sql`select public.clear_unconfirmed_account(${address}, ${fullName || null})`),
  );
  const { data, error } = await admin.inviteUserByEmail(email, {
    redirectTo: callbackUrl("/"),
    ...(fullName && { data: { full_name: fullName } }),
  });
  if (error) throw await refusedByService(administrator, asked, error);
  const { id } = data.user;
  // An administrator who has been demoted meanwhile grants no role: the account has the default
  // one.
  await runAsAdministrator(administrator, async (tx) => {
    const [account] = await tx.select().from(profiles).where(eq(profiles.id, id)).for("update");
    if (!account) throw new AdministrationError("This account no longer exists.", 404);
    if (account.role !== role) await tx.update(profiles).set({ role }).where(eq(profiles.id, id));
    return record(tx, actorOf(administrator), {
      action: "user.invite",
      subject: account,
      after: { role },
    });
  });
  return id;
}

/**
 * Mails an invited user another link. The one in the earlier mail stops working.
 *
 * @throws {AdministrationError} when the account was not invited or is in use already, the service
 * refuses, or the form is stale
 */
export async function inviteAgain(
  administrator: Administrator,
  target: Target,
  { reason }: { reason: string },
): Promise<void> {
  // An account that a sign-up made has a password, which someone other than the owner of the email
  // address may know: with an invitation they would share it.
  const { data, error } = await authService(administrator.ipAddress).admin.getUserById(target.id);
  if (error) throw new AdministrationError(explain(error).text, statusOf(error));
  if (!data.user.invited_at) throw new AdministrationError("Nobody has invited this account.");
  await changeThroughService(administrator, target, {
    action: "user.invite.again",
    reason,
    check(_, account) {
      if (stateOf(account) === "unconfirmed") return;
      throw new AdministrationError("This account needs no invitation anymore.");
    },
    call: (auth, { email }) =>
      auth.admin.inviteUserByEmail(email, { redirectTo: callbackUrl("/") }),
  });
}

/**
 * Signs a user out everywhere.
 *
 * @throws {AdministrationError} when the form is stale
 */
export function endSessions(
  administrator: Administrator,
  target: Target,
  { reason }: { reason: string },
): Promise<number> {
  return runAsAdministrator(administrator, async (tx) => {
    const account = await lockAccount(tx, target);
    const ended = await endSessionsOf(tx, account.id);
    await bumpVersion(tx, account);
    const recorded = await record(tx, actorOf(administrator), {
      action: "user.sessions.end",
      subject: account,
      reason,
      before: { sessions: ended },
      after: { sessions: 0 },
    });
    return recorded.with(ended);
  });
}

/**
 * Mails a user the link to choose a new password. Nobody else sees it.
 *
 * @throws {AdministrationError} when the account cannot sign in anyway, the service has just sent
 * one, or the form is stale
 */
export async function sendRecovery(
  administrator: Administrator,
  target: Target,
  { reason }: { reason: string },
): Promise<void> {
  await changeThroughService(administrator, target, {
    action: "user.recovery",
    reason,
    check(_, account) {
      const state = stateOf(account);
      if (state === "banned" || state === "deleted") {
        throw new AdministrationError(
          `This account is ${state}: a new password would have no effect.`,
        );
      }
    },
    call: (auth, { email }) => auth.resetPasswordForEmail(email, { redirectTo: callbackUrl("/") }),
  });
}

/**
 * Removes a second factor that its owner has lost: from then on the password alone opens the
 * account, until they connect another. Their recovery codes go with it.
 *
 * @throws {AdministrationError} when the user has no such factor, or the form is stale
 */
export async function removeFactor(
  administrator: Administrator,
  target: Target,
  { factorId, reason }: { factorId: string; reason: string },
): Promise<void> {
  await changeThroughService(administrator, target, {
    action: "user.factor.remove",
    reason,
    call: (auth, { id }) => auth.admin.mfa.deleteFactor({ id: factorId, userId: id }),
    async finish(tx, { id }) {
      await tx.delete(recoveryCodes).where(eq(recoveryCodes.owner, id));
      await endSessionsOf(tx, id);
    },
    before: () => ({ factor: factorId }),
  });
}
