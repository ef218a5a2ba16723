import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import { z } from "zod";
import { withUser } from "@domain/database/database.server";
import type { UserTx } from "@domain/database/transactions.server";
import type { Claims } from "@domain/accounts/claims";
import { apiKeys, creditEntries, planRequests } from "@domain/database/tables.server";
import { entryLabels } from "./entry-labels";
import { planName, type Plans } from "./plan.server";

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

/** An event of an account. */
export interface ActivityEvent {
  id: string;
  at: Date;
  what: string;
  /** The name of the key, the operation or the plan that it is about. */
  about: string | null;
  /** Credits added or taken. */
  credits: number | null;
}

/**
 * The newest events of the signed-in user's credits, keys and plan.
 *
 * @param plans null while the lake is unavailable: then plans go by their ids
 */
async function newestActivity(
  tx: UserTx,
  user: string,
  plans: Plans | null,
  limit: number,
): Promise<ActivityEvent[]> {
  const [entries, made, revoked, requests] = await Promise.all([
    tx
      .select({
        id: creditEntries.id,
        kind: creditEntries.kind,
        at: creditEntries.createdAt,
        credits: creditEntries.amount,
        operation: creditEntries.operation,
        reason: creditEntries.reason,
      })
      .from(creditEntries)
      .where(eq(creditEntries.userId, user))
      .orderBy(desc(creditEntries.number))
      .limit(limit),
    tx
      .select({ id: apiKeys.id, at: apiKeys.createdAt, name: apiKeys.name })
      .from(apiKeys)
      .where(eq(apiKeys.userId, user))
      .orderBy(desc(apiKeys.createdAt))
      .limit(limit),
    tx
      .select({ id: apiKeys.id, at: apiKeys.revokedAt, name: apiKeys.name })
      .from(apiKeys)
      .where(and(eq(apiKeys.userId, user), isNotNull(apiKeys.revokedAt)))
      .orderBy(desc(apiKeys.revokedAt))
      .limit(limit),
    tx
      .select()
      .from(planRequests)
      .where(eq(planRequests.userId, user))
      .orderBy(desc(planRequests.createdAt))
      .limit(limit),
  ]);
  const events: ActivityEvent[] = [
    ...entries.map(({ kind, operation, reason, ...rest }) => ({
      ...rest,
      what: entryLabels[kind],
      about: operation ?? reason,
    })),
    ...made.map(({ id, at, name }) => ({
      id: `made-${id}`,
      at,
      what: "Key created",
      about: name,
      credits: null,
    })),
    ...revoked.flatMap(({ id, at, name }) =>
      at ? [{ id: `revoked-${id}`, at, what: "Key revoked", about: name, credits: null }] : [],
    ),
    ...requests.flatMap(({ id, plan, state, createdAt, decidedAt }) => {
      const about = planName(plans ?? [], plan);
      return [
        { id: `asked-${id}`, at: createdAt, what: "Plan requested", about, credits: null },
        ...(decidedAt
          ? [{ id, at: decidedAt, what: `Plan request ${state}`, about, credits: null }]
          : []),
      ];
    }),
  ];
  return events.sort((one, other) => other.at.getTime() - one.at.getTime()).slice(0, limit);
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
 * What the signed-in user's dashboard shows, read in one transaction: the totals of the period, the
 * usage of the last thirty days, the eight newest events, and the first steps.
 *
 * @param plans null while the lake is unavailable
 */
export const readActivity = (claims: Claims, plans: Plans | null, startsAt: Date) =>
  withUser(claims, async (tx) => {
    const { sub } = claims;
    const [credits, days, events, steps] = await Promise.all([
      periodTotals(tx, sub, startsAt),
      usageByDay(tx, sub, 30),
      newestActivity(tx, sub, plans, 8),
      firstSteps(tx, sub),
    ]);
    return { credits, days, events, steps };
  });
