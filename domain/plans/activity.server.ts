import { and, eq, sql } from "drizzle-orm";
import { withUser } from "@domain/database/database.server";
import type { UserTx } from "@domain/database/transactions.server";
import type { Claims } from "@domain/accounts/claims";
import { apiKeys, creditEntries } from "@domain/database/tables.server";
import { workingFirst } from "@domain/api-keys/api-key.server";
import { readActivityPage } from "./activity-log.server";
import { readUsage } from "./usage.server";

/** What a period granted and used. */
export interface PeriodTotals {
  /** The grant, plus adjustments and reversals. */
  available: number;
  used: number;
}

/**
 * What the signed-in user's period began with and has used of it, as far as it has been granted.
 */
async function periodTotals(tx: UserTx, user: string, startsAt: Date): Promise<PeriodTotals> {
  const instant = sql`${startsAt.toISOString()}::timestamptz`;
  // Reversals are subtracted instead of looked up for each debit: of 100,000 that took a second.
  const [totals] = await tx
    .select({
      left: sql<string>`coalesce(sum(${creditEntries.amount}), 0)`,
      taken: sql<string>`coalesce(-sum(${creditEntries.amount}) filter (
          where ${creditEntries.kind} = 'debit'
        ), 0)`,
      // A debit that was reversed in the same period used nothing of it.
      reversed: sql<string>`(
          select coalesce(sum(r.amount), 0)
          from public.credit_entries r join public.credit_entries d on d.id = r.reverses
          where r.user_id = ${user} and r.kind = 'reversal'
            and r.period_start = ${instant} and d.period_start = ${instant}
        )`,
    })
    .from(creditEntries)
    .where(and(eq(creditEntries.userId, user), eq(creditEntries.periodStart, startsAt)));
  const used = Number(totals?.taken ?? 0) - Number(totals?.reversed ?? 0);
  return { available: Number(totals?.left ?? 0) + used, used };
}

/**
 * The progress of a new account: whether it ever made a key, has one that works, and ever made a
 * call.
 */
async function firstSteps(tx: UserTx, user: string) {
  const [keys, calls] = await Promise.all([
    tx
      .select({
        works: sql<boolean>`${apiKeys.revokedAt} is null
          and coalesce(${apiKeys.expiresAt} > now(), true)`,
      })
      .from(apiKeys)
      .where(eq(apiKeys.userId, user))
      .orderBy(...workingFirst)
      .limit(1),
    tx
      .select({ id: creditEntries.id })
      .from(creditEntries)
      .where(and(eq(creditEntries.userId, user), eq(creditEntries.kind, "debit")))
      .limit(1),
  ]);
  return { key: keys.length > 0, workingKey: keys[0]?.works ?? false, call: calls.length > 0 };
}

/**
 * What the signed-in user's dashboard shows: the totals of the period, the usage of the last thirty
 * days, the eight newest events but for sign-ins, and the first steps.
 */
export async function readActivity(claims: Claims, startsAt: Date) {
  const [totals, { events }] = await Promise.all([
    withUser(claims, async (tx) => {
      const { sub } = claims;
      const [credits, usage, steps] = await Promise.all([
        periodTotals(tx, sub, startsAt),
        readUsage(tx, sub, 30),
        firstSteps(tx, sub),
      ]);
      return { credits, usage, steps };
    }),
    readActivityPage(claims, ["credits", "keys", "plan"], 8),
  ]);
  return { ...totals, events };
}
