import { and, desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { auditActions, type AuditAction, type AuditDetail } from "./audit";
import {
  decodeCursor,
  encodeCursor,
  instantOf,
  microsecondsOf,
} from "~/account/database/cursor.server";
import { type AdminTx, type ServiceTx, withUser } from "~/account/database/database.server";
import type { Claims } from "~/account/session/session.server";
import { storable } from "~/account/database/storable-text";
import { auditEntries } from "~/account/database/tables.server";

/** The actor: a user of the site; without an id, someone with a shell on its server. */
export interface Actor {
  id: string | null;
  name: string;
  /** The IP address of the request; null from a shell. */
  address: string | null;
}

interface AuditInput {
  action: AuditAction;
  /** The user it is done to; without an id, someone who has no account yet. */
  subject?: { id?: string; email: string };
  reason?: string;
  before?: AuditDetail;
  after?: AuditDetail;
}

/**
 * Proof that an action is in the audit trail, with the action's result: only `record` makes it.
 */
class Recorded<T> {
  readonly #result: T;

  constructor(result: T) {
    this.#result = result;
  }

  get result(): T {
    return this.#result;
  }

  with<R>(result: R): Recorded<R> {
    return new Recorded(result);
  }
}

export type { Recorded };

const audited = Symbol("audited");

/** An administrator's transaction that does not commit without an audit entry. */
export type AuditedTx = AdminTx & { readonly [audited]: true };

/** Lets an administrator's transaction change what must not change without an audit entry. */
export async function auditing<T>(
  tx: AdminTx,
  work: (tx: AuditedTx) => Promise<Recorded<T>>,
): Promise<T> {
  return (await work(Object.assign(tx, { [audited]: true as const }))).result;
}

/** Records who did what, in the transaction of the action itself: neither exists without the other. */
export async function record(
  tx: ServiceTx,
  actor: Actor,
  deed: AuditInput,
): Promise<Recorded<void>> {
  await tx.insert(auditEntries).values({
    actor: actor.id,
    actorName: actor.name || "unknown",
    address: actor.address?.slice(0, 64),
    action: deed.action,
    subject: deed.subject?.id,
    subjectName: deed.subject?.email,
    reason: deed.reason || null,
    before: deed.before,
    after: deed.after,
  });
  return new Recorded(undefined);
}

const actions = Object.keys(auditActions).filter(
  (action): action is AuditAction => action in auditActions,
);
const day = z.iso
  .date("Write the day as 2026-01-31.")
  // Postgres has no year 0, and the page would fail.
  .refine((date) => !date.startsWith("0000"), "Write the day as 2026-01-31.")
  .or(z.literal(""))
  .default("");
const emailOrId = storable(320).transform((typed) => typed.toLowerCase());

/** The parameters of the page's URL. */
export const auditFilter = z.object({
  actor: emailOrId,
  subject: emailOrId,
  action: z.enum(actions).or(z.literal("")).default(""),
  from: day,
  to: day,
  after: z.string().max(500).optional(),
});

export type AuditFilter = z.infer<typeof auditFilter>;
export type AuditEntry = Awaited<ReturnType<typeof readAudit>>["entries"][number];

const cursor = z.tuple([z.int().nonnegative(), z.int().nonnegative()]);

/**
 * The audit trail, newest first, as far as the signed-in user may read it.
 *
 * @throws a 400 Response when `after` is no position in it.
 */
export async function readAudit(claims: Claims, filter: Partial<AuditFilter>, limit: number) {
  const { actor, subject, action, from, to, after } = filter;
  const place = decodeCursor(cursor, after);
  const rows = await withUser(claims, (tx) =>
    tx
      .select({
        id: auditEntries.id,
        happenedAt: auditEntries.happenedAt,
        moment: microsecondsOf(auditEntries.happenedAt),
        actor: auditEntries.actor,
        actorName: auditEntries.actorName,
        action: auditEntries.action,
        subject: auditEntries.subject,
        subjectName: auditEntries.subjectName,
        address: auditEntries.address,
        reason: auditEntries.reason,
        before: auditEntries.before,
        after: auditEntries.after,
      })
      .from(auditEntries)
      .where(
        and(
          actor ? isPerson(auditEntries.actor, auditEntries.actorName, actor) : undefined,
          subject ? isPerson(auditEntries.subject, auditEntries.subjectName, subject) : undefined,
          action ? eq(auditEntries.action, action) : undefined,
          from ? sql`${auditEntries.happenedAt} >= ${startOf(from)}` : undefined,
          to ? sql`${auditEntries.happenedAt} < ${startOf(to)} + interval '1 day'` : undefined,
          place &&
            sql`(${auditEntries.happenedAt}, ${auditEntries.id}) < (${instantOf(place[0])}, ${place[1]}::bigint)`,
        ),
      )
      .orderBy(desc(auditEntries.happenedAt), desc(auditEntries.id))
      .limit(limit + 1),
  );
  const entries = rows.slice(0, limit);
  const last = entries.at(-1);
  return {
    entries,
    next: rows.length > limit && last ? encodeCursor([last.moment, last.id]) : null,
  };
}

/** The beginning of a day. */
const startOf = (date: string) => sql`(${date}::date::timestamp at time zone 'UTC')`;

/** By the id, or by the email address at the time. */
function isPerson(
  id: typeof auditEntries.actor | typeof auditEntries.subject,
  name: typeof auditEntries.actorName | typeof auditEntries.subjectName,
  asked: string,
) {
  return z.uuid().safeParse(asked).success ? eq(id, asked) : eq(name, asked);
}
