import { randomUUID } from "node:crypto";
import { endSiteOf } from "@platen/kit";
import type { Queryable } from "@platen/postgres/database";
import type { AuthError } from "../errors";
import type { Service } from "../service";
import type { Metadata, User } from "../users/users";

/** Actions that may be recorded, with the hosted service's log type; those of refusals are ours. */
const logTypes = {
  login: "account",
  login_failed: "account",
  logout: "account",
  user_signedup: "team",
  user_invited: "team",
  user_deleted: "team",
  token_revoked: "token",
  token_refreshed: "token",
  token_refused: "token",
  user_modified: "user",
  user_recovery_requested: "user",
  user_reauthenticate_requested: "user",
  user_reauthenticate_failed: "user",
  user_confirmation_requested: "user",
  user_repeated_signup: "user",
  user_updated_password: "user",
  factor_in_progress: "factor",
  factor_updated: "factor",
  factor_unenrolled: "factor",
  challenge_created: "factor",
  verification_attempted: "factor",
  verification_failed: "factor",
  factor_deleted: "factor",
} as const;

export type AuditAction = keyof typeof logTypes;

/** The actor: a user, or the holder of the secret key. */
export type Actor = Pick<User, "id" | "email" | "raw_user_meta_data">;

export const administrator: Actor = {
  id: "00000000-0000-0000-0000-000000000000",
  email: "service_role",
  raw_user_meta_data: null,
};

/** The actor of a request that names no account: an expired link, a provider's refusal. */
const unidentifiedActor: Actor = { ...administrator, email: null };

type Failure = Extract<AuditAction, `${string}_failed` | "token_refused">;

export interface AuditedFailure {
  ipAddress: string;
  error: AuthError;
  traits?: Metadata;
}

/**
 * Adds a row for a refusal, with the error's code as its reason; none when the account, the end
 * site of an unidentified actor, or all unidentified actors together, recently had so many that
 * guessing would fill the log.
 */
export async function auditFailure(
  { limits, now }: Service,
  db: Queryable,
  actor: Actor,
  action: Failure,
  { ipAddress, error, traits }: AuditedFailure,
): Promise<void> {
  const who = actor === unidentifiedActor ? endSiteOf(ipAddress) : actor.id;
  if (limits.failureEntries.take(`${action} ${who}`) > 0) return;
  if (actor === unidentifiedActor && limits.auditEntriesWithoutAccount.take("all") > 0) return;
  await audit(db, actor, action, {
    ipAddress,
    now: now(),
    traits: { ...traits, reason: error.code },
  });
}

/**
 * Like {@link auditFailure}, but after the response: for an account that an unauthenticated client
 * named, whose existence the response time would reveal.
 */
export function auditFailureLater(
  service: Service,
  actor: Actor,
  action: Failure,
  refusal: AuditedFailure,
): void {
  service.delivery.inBackgroundLater("A refusal could not be recorded.", () =>
    auditFailure(service, service.database, actor, action, refusal),
  );
}

/** A sign-in that named no account: the error holds the account, if it was identified at all. */
export const auditRefusedSignIn = (service: Service, refusal: AuditedFailure): void =>
  auditFailureLater(
    service,
    refusal.error.details.account ?? unidentifiedActor,
    "login_failed",
    refusal,
  );

/** Adds a row to auth.audit_log_entries, in the transaction of what it records. */
export async function audit(
  db: Queryable,
  actor: Actor,
  action: AuditAction,
  { ipAddress, now, traits }: { ipAddress: string; now: Date; traits?: Metadata },
): Promise<void> {
  const name = actor.raw_user_meta_data?.full_name;
  const payload = {
    actor_id: actor.id,
    actor_username: actor.email ?? "",
    actor_via_sso: false,
    ...(typeof name === "string" && { actor_name: name }),
    action,
    log_type: logTypes[action],
    ...(traits && { traits }),
  };
  await db.query(
    `insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
     values ('00000000-0000-0000-0000-000000000000', $1, $2, $3, $4)`,
    [randomUUID(), JSON.stringify(payload), now, ipAddress],
  );
}
