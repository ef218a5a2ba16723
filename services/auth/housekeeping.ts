import { withFloor } from "@platen/kit";
import { isDiskFull } from "@platen/postgres/database";
import { administrator } from "./audit/audit";
import type { Service } from "./service";
import type { AuthSettings } from "./settings";

const day = 24 * 3600;

/**
 * Retention of obsolete rows. A year of the audit log suffices for users and administrators, and IP
 * addresses must not be stored forever; refreshes are by far its most frequent entries.
 */
const retentionSeconds = {
  /** Beyond the life of the link that continues it: one holds the URL that it leads to. */
  flows: 3600,
  challenges: day,
  unverifiedFactors: day,
  anonymousUsers: 30 * day,
  unconfirmedSignUps: 30 * day,
  audit: 365 * day,
  refreshAudit: 30 * day,
};

/** Between two removals. */
export const intervalSeconds = 3_600;

/**
 * How many entries of one action and account the log holds: what a user may do is limited by
 * network, and one who signs in and out, or starts a second factor, all day would fill the disk
 * within a year. By action, so that what an unauthenticated client causes pushes out no sign-in.
 */
const maxEntries = 2_000;

/**
 * How many entries of the log one statement removes: meanwhile nobody can sign in, because Postgres
 * is a single connection. For the same reason no statement reads the entries of two accounts, or of
 * all for more than a minute: over all accounts it took seconds, more with each of them.
 */
const auditBatch = 200;
/** The same for accounts: with each go its sessions, and its entries of the log. */
const userBatch = 20;
const auditMinute = 60;

type Housekeeping = Pick<Service, "database" | "now"> & {
  options: Pick<AuthSettings, "sessions" | "linkSeconds" | "anonymousSignIns">;
};

/**
 * Removes what has expired. Only the size of the tables depends on it: on a disk too full even for
 * this it is postponed, and does not keep the service from starting.
 */
export async function removeExpired(service: Housekeeping): Promise<void> {
  try {
    await withFloor("reserve", () => remove(service));
  } catch (error) {
    if (!isDiskFull(error)) throw error;
  }
}

async function remove({ database, options, now }: Housekeeping): Promise<void> {
  const startedAt = now().getTime();
  const ago = (seconds: number) => new Date(startedAt - seconds * 1000);
  const { lifetimeSeconds, inactivitySeconds } = options.sessions;
  await database.transaction(async (db) => {
    await db.query("delete from auth.flow_state where created_at < $1", [
      ago(options.linkSeconds + retentionSeconds.flows),
    ]);
    await db.query("delete from auth.oauth_client_states where created_at < $1", [
      ago(retentionSeconds.flows),
    ]);
    await db.query("delete from auth.mfa_challenges where created_at < $1", [
      ago(retentionSeconds.challenges),
    ]);
    await db.query("delete from auth.mfa_factors where status = 'unverified' and created_at < $1", [
      ago(retentionSeconds.unverifiedFactors),
    ]);
    await db.query("delete from auth.one_time_tokens where created_at < $1", [
      ago(options.linkSeconds),
    ]);
    await db.query(
      `delete from auth.sessions where not_after < $1 or created_at < $2
         or coalesce(refreshed_at at time zone 'utc', created_at) < $3`,
      [
        ago(0),
        lifetimeSeconds === undefined ? null : ago(lifetimeSeconds),
        inactivitySeconds === undefined ? null : ago(inactivitySeconds),
      ],
    );
  });
  // Mails tell their addresses' owners to ignore what they have not requested.
  await removeUsers(
    database,
    `email_confirmed_at is null and created_at < $1
       and id in (select user_id from auth.pending_sign_ups where made_account)
       and id not in (select user_id from auth.pending_sign_ups where created_at >= $1)`,
    [ago(retentionSeconds.unconfirmedSignUps)],
  );
  if (options.anonymousSignIns) {
    await removeUsers(database, "is_anonymous and created_at < $1", [
      ago(retentionSeconds.anonymousUsers),
    ]);
  }
  await removeEntries(database, "created_at < $1 order by created_at", [
    ago(retentionSeconds.audit),
  ]);
  await removeEntries(
    database,
    "created_at < $1 and payload ->> 'action' = 'token_refreshed' order by created_at",
    [ago(retentionSeconds.refreshAudit)],
  );
  for (const [actor, action] of await recentActions(database, ago)) {
    await removeEntries(
      database,
      `payload ->> 'actor_id' = $1 and payload ->> 'action' = $2
       order by created_at desc offset $3`,
      [actor, action, maxEntries],
    );
  }
}

/**
 * What users have done since the last removal, and some time before it. Entries of administrators
 * and of unidentified actors, which name no account, are never removed for their number.
 */
async function recentActions(
  database: Service["database"],
  ago: (seconds: number) => Date,
): Promise<Iterable<readonly [actor: string, action: string]>> {
  const found = new Map<string, readonly [string, string]>();
  for (let seconds = 2 * intervalSeconds; seconds > 0; seconds -= auditMinute) {
    const rows = await database.query<{ actor: string; action: string }>(
      `select distinct payload ->> 'actor_id' as actor, payload ->> 'action' as action
       from auth.audit_log_entries
       where created_at > $1 and created_at <= $2 and payload ->> 'actor_id' <> $3`,
      [ago(seconds), ago(seconds - auditMinute), administrator.id],
    );
    for (const { actor, action } of rows) found.set(`${actor} ${action}`, [actor, action]);
  }
  return found.values();
}

/** Removes the entries of the log that a condition finds. */
const removeEntries = (database: Service["database"], condition: string, parameters: unknown[]) =>
  removeInBatches(database, "auth.audit_log_entries", auditBatch, condition, parameters);

/** Removes the accounts that a condition finds. */
const removeUsers = (database: Service["database"], condition: string, parameters: unknown[]) =>
  removeInBatches(database, "auth.users", userBatch, condition, parameters);

/** Each batch is its own transaction: others get their turns in between. */
async function removeInBatches(
  database: Service["database"],
  table: string,
  size: number,
  condition: string,
  parameters: unknown[],
): Promise<void> {
  let removed = size;
  while (removed === size) {
    const rows = await database.query(
      `delete from ${table} where id in (
         select id from ${table} where ${condition} limit ${size}
       ) returning id`,
      parameters,
    );
    removed = rows.length;
  }
}
