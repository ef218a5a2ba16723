import { withFloor } from "../disk-space";
import { isDiskFull } from "../postgres/database";
import type { Service } from "./service";
import type { AuthSettings } from "./settings";

const day = 24 * 3600;

/**
 * Retention of obsolete rows. A year of the audit log suffices for users and administrators, and IP
 * addresses must not be stored forever; refreshes are by far its most frequent entries.
 */
const keptSeconds = {
  flows: day,
  challenges: day,
  unverifiedFactors: day,
  anonymousUsers: 30 * day,
  audit: 365 * day,
  refreshAudit: 30 * day,
};

/**
 * How many entries of the log one transaction removes: meanwhile nobody can sign in, because
 * Postgres is a single connection.
 */
const auditBatch = 1_000;

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
  const ago = (seconds: number) => new Date(now().getTime() - seconds * 1000);
  const { lifetimeSeconds, inactivitySeconds } = options.sessions;
  await database.transaction(async (db) => {
    await db.query("delete from auth.flow_state where created_at < $1", [ago(keptSeconds.flows)]);
    await db.query("delete from auth.oauth_client_states where created_at < $1", [
      ago(keptSeconds.flows),
    ]);
    await db.query("delete from auth.mfa_challenges where created_at < $1", [
      ago(keptSeconds.challenges),
    ]);
    await db.query("delete from auth.mfa_factors where status = 'unverified' and created_at < $1", [
      ago(keptSeconds.unverifiedFactors),
    ]);
    await db.query("delete from auth.one_time_tokens where created_at < $1", [
      ago(options.linkSeconds),
    ]);
    if (options.anonymousSignIns) {
      await db.query("delete from auth.users where is_anonymous and created_at < $1", [
        ago(keptSeconds.anonymousUsers),
      ]);
    }
    await db.query(
      `delete from auth.sessions where not_after < $1 or created_at < $2
         or coalesce(refreshed_at at time zone 'utc', created_at) < $3`,
      [
        now(),
        lifetimeSeconds === undefined ? null : ago(lifetimeSeconds),
        inactivitySeconds === undefined ? null : ago(inactivitySeconds),
      ],
    );
  });
  const limits = [ago(keptSeconds.refreshAudit), ago(keptSeconds.audit), auditBatch];
  let removed = auditBatch;
  while (removed === auditBatch) {
    const rows = await database.query(
      `delete from auth.audit_log_entries where id in (
         select id from auth.audit_log_entries
         where created_at < $1 and (created_at < $2 or payload ->> 'action' = 'token_refreshed')
         limit $3
       ) returning id`,
      limits,
    );
    removed = rows.length;
  }
}
