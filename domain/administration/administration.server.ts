import { eq, sql, and, ne, isNull, isNotNull } from "drizzle-orm";
import type { GoTrueAdminApi } from "@supabase/supabase-js";
import { authService } from "@domain/auth-service/auth-service.server";
import {
  auditing,
  record,
  type Actor,
  type AuditedTx,
  type Recorded,
} from "@domain/audit/audit.server";
import type { AuditAction } from "@domain/audit/audit";
import { withAdministrator, withService } from "@domain/database/database.server";
import {
  brokenConstraint,
  type AdminTx,
  type ServiceTx,
} from "@domain/database/transactions.server";
import type { Administrator } from "@domain/accounts/administrator";
import { explain, statusOf, type ServiceError } from "@domain/auth-service/auth-error-messages";
import { type AuditDetail, profiles } from "@domain/database/tables.server";

/**
 * Why a change was not made, for the administrator. Thrown, so that the transaction around it is
 * rolled back as a whole.
 */
export class AdministrationError extends Error {
  override readonly name = "AdministrationError";
  constructor(
    message: string,
    readonly status: 400 | 404 | 409 | 503 | 507 = 400,
  ) {
    super(message);
  }
}

/** An account as an administrator saw it when they decided to change it. */
export interface Target {
  id: string;
  version: number;
}

export type Account = typeof profiles.$inferSelect;

/** The actor in the audit log for what an administrator does. */
export const actorOf = ({ viewer, ipAddress }: Administrator): Actor => ({
  id: viewer.id,
  name: viewer.email,
  ipAddress,
});

/**
 * Runs a change in one transaction, on behalf of a user who is an administrator at that time. It
 * returns what `record` returned: a change without its audit entry does not compile.
 *
 * @throws {AdministrationError} also when the database would lose its last administrator by it
 */
export async function runAsAdministrator<T>(
  { claims }: Administrator,
  work: (tx: AuditedTx) => Promise<Recorded<T>>,
): Promise<T> {
  try {
    return await withAdministrator(claims, (tx) => auditing(tx, work));
  } catch (error) {
    if (brokenConstraint(error) === "last_administrator") throw lastAdministrator();
    throw error;
  }
}

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

function lastAdministrator(): AdministrationError {
  return new AdministrationError(
    "This is the last administrator who can sign in. Make someone else an administrator first.",
    409,
  );
}
