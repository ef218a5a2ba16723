import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { withUser } from "@domain/database/database.server";
import type { UserTx } from "@domain/database/transactions.server";
import type { Claims } from "@domain/accounts/claims";
import { apiKeys, creditEntries } from "@domain/database/tables.server";
import { readActivityPage } from "./activity-log.server";

/** One day, in UTC, and the credits that its operations cost. */
export interface UsedDay {
  day: string;
  credits: number;
  calls: number;
}

const usedDays = z.array(
  z.object({ day: z.string(), credits: z.coerce.number(), calls: z.coerce.number() }),
);

/**
 * What the signed-in user's operations cost on each of the last days, oldest first; days without
 * operations are included. Reversed credits are missing from the day on which they were taken.
 */
async function usageByDay(tx: UserTx, user: string, days: number): Promise<UsedDay[]> {
  const found = await tx.execute(sql`
      select to_char(d.day, 'YYYY-MM-DD') as day, coalesce(sum(-e.amount), 0) as credits, count(e.id) as calls
      from generate_series(
        date_trunc('day', now() at time zone 'UTC') - make_interval(days => ${days - 1}::int),
        date_trunc('day', now() at time zone 'UTC'),
        interval '1 day'
      ) as d (day)
      left join public.credit_entries e on e.user_id = ${user} and e.kind = 'debit'
        and e.created_at >= d.day at time zone 'UTC'
        and e.created_at < (d.day + interval '1 day') at time zone 'UTC'
        and not exists (select 1 from public.credit_entries r where r.reverses = e.id)
      group by d.day order by d.day`);
  return usedDays.parse([...found]);
}

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
  const [totals] = await tx
    .select({
      left: sql<string>`coalesce(sum(${creditEntries.amount}), 0)`,
      // A debit that was reversed in the same period used nothing of it.
      used: sql<string>`coalesce(-sum(${creditEntries.amount}) filter (
          where ${creditEntries.kind} = 'debit' and not exists (
            select 1 from public.credit_entries r where r.reverses = credit_entries.id
          )
        ), 0)`,
    })
    .from(creditEntries)
    .where(and(eq(creditEntries.userId, user), eq(creditEntries.periodStart, startsAt)));
  const used = Number(totals?.used ?? 0);
  return { available: Number(totals?.left ?? 0) + used, used };
}

/** The progress of a new account: whether it ever made a key, and ever made a call. */
async function firstSteps(tx: UserTx, user: string): Promise<{ key: boolean; call: boolean }> {
  const [keys, calls] = await Promise.all([
    tx.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.userId, user)).limit(1),
    tx
      .select({ id: creditEntries.id })
      .from(creditEntries)
      .where(and(eq(creditEntries.userId, user), eq(creditEntries.kind, "debit")))
      .limit(1),
  ]);
  return { key: keys.length > 0, call: calls.length > 0 };
}

/**
 * What the signed-in user's dashboard shows: the totals of the period, the usage of the last thirty
 * days, the eight newest events but for sign-ins, and the first steps.
 */
export async function readActivity(claims: Claims, startsAt: Date) {
  const [totals, { events }] = await Promise.all([
    withUser(claims, async (tx) => {
      const { sub } = claims;
      const [credits, days, steps] = await Promise.all([
        periodTotals(tx, sub, startsAt),
        usageByDay(tx, sub, 30),
        firstSteps(tx, sub),
      ]);
      return { credits, days, steps };
    }),
    readActivityPage(claims, ["credits", "keys", "plan"], 8),
  ]);
  return { ...totals, events };
}
