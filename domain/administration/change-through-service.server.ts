import type { GoTrueAdminApi } from "@supabase/supabase-js";
import type { Administrator } from "@domain/accounts/administrator";
import type { AuditAction } from "@domain/audit/audit";
import { record, type AuditedTx, type Recorded } from "@domain/audit/audit.server";
import { explain, statusOf, type ServiceError } from "@domain/auth-service/auth-error-messages";
import { authService } from "@domain/auth-service/auth-service.server";
import { withService } from "@domain/database/database.server";
import type { AuditDetail } from "@domain/database/tables.server";
import type { AdminTx, ServiceTx } from "@domain/database/transactions.server";
import { AdministrationError } from "./administration-error";
import { bumpVersion, lockAccount, type Account, type Target } from "./lock-account.server";
import { actorOf, runAsAdministrator } from "./run-as-administrator.server";

/** What the auth service is to do to an account, and what is recorded once it has. */
export interface ServiceChange {
  action: AuditAction;
  reason?: string;
  /** Checks the account first. */
  check?: (tx: AdminTx, account: Account) => Promise<void> | void;
  call: (
    auth: ReturnType<typeof authService>,
    account: Account,
  ) => Promise<{ error: ServiceError | null }>;
  /** What changes here, in the transaction of the audit entry. */
  finish?: (tx: ServiceTx, account: Account) => Promise<void>;
  /** Reverts the call when its entry could not be written. */
  undo?: (admin: GoTrueAdminApi, account: Account) => Promise<unknown>;
  before?: (account: Account) => AuditDetail;
  after?: (account: Account) => AuditDetail;
}

/** What the auth service is about to do, as the audit log records it. */
export interface ServiceRequest {
  action: AuditAction;
  subject: { id?: string; email: string };
  reason?: string;
}

/**
 * Records what the auth service is about to do: whatever happens to the process in the meantime,
 * the audit log shows who requested it.
 */
export function recordIntent(
  tx: AuditedTx,
  administrator: Administrator,
  { action, subject, reason }: ServiceRequest,
): Promise<Recorded<void>> {
  return record(tx, actorOf(administrator), {
    action: "service.asked",
    subject,
    reason,
    after: { change: action },
  });
}

/**
 * Records that the auth service has refused a call, and returns the reason for the administrator.
 */
export async function refusedByService(
  administrator: Administrator,
  { action, subject }: ServiceRequest,
  error: ServiceError,
): Promise<AdministrationError> {
  const why = explain(error).text;
  await withService((tx) =>
    record(tx, actorOf(administrator), {
      action: "service.refused",
      subject,
      after: { change: action, why: why.slice(0, 500) },
    }),
  );
  return new AdministrationError(
    `Nothing was done, because the auth service refused: ${why}`,
    statusOf(error),
  );
}

/**
 * Changes an account through the auth service. The embedded database is one connection, which the
 * service needs for itself: so the account is claimed and the intention recorded in one
 * transaction, and the outcome in another when the service has done its part.
 *
 * @throws {AdministrationError} when the account was changed concurrently, or the service refuses:
 *   then nothing is recorded as done
 */
export async function changeThroughService(
  administrator: Administrator,
  target: Target,
  change: ServiceChange,
): Promise<Account> {
  const account = await runAsAdministrator(administrator, async (tx) => {
    const held = await lockAccount(tx, target);
    await change.check?.(tx, held);
    await bumpVersion(tx, held);
    const recorded = await recordIntent(tx, administrator, { ...change, subject: held });
    return recorded.with(held);
  });
  const auth = authService(administrator.ipAddress);
  const { error } = await change.call(auth, account);
  if (error) throw await refusedByService(administrator, { ...change, subject: account }, error);
  try {
    await withService(async (tx) => {
      await change.finish?.(tx, account);
      await record(tx, actorOf(administrator), {
        action: change.action,
        subject: account,
        reason: change.reason,
        before: change.before?.(account),
        after: change.after?.(account),
      });
    });
  } catch (failure) {
    await change.undo?.(auth.admin, account);
    throw failure;
  }
  return account;
}
