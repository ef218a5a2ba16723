import { and, desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { uuid } from "@domain/accounts/uuid";
import type { Claims } from "@domain/accounts/claims";
import {
  decodeCursor,
  encodeCursor,
  instantOf,
  microsecondsOf,
} from "@domain/database/cursor.server";
import { withUser } from "@domain/database/database.server";
import { storable } from "@domain/database/storable-text";
import { auditEntries } from "@domain/database/tables.server";
import { auditActions, type AuditAction } from "./audit";

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
 * The audit log, newest first, as far as the signed-in user may read it.
 *
 * @throws a 400 Response when `after` is not a position in it.
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
        ipAddress: auditEntries.ipAddress,
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
  return uuid.safeParse(asked).success ? eq(id, asked) : eq(name, asked);
}
