import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { ServiceTx, UserTx } from "@domain/database/transactions.server";
import { subscriptions } from "@domain/database/tables.server";
import { enter } from "./credit-entry.server";
import { findPlan, type Plan, type Plans, planTransition } from "./plan.server";

/** The plan status of an account at present. */
export interface PlanStatus {
  userId: string;
  planId: string;
  /** Null when the lake has no such plan (anymore): then nothing is granted. */
  plan: Plan | null;
  /** The credits of a contract, which replace the plan's. */
  agreedCredits: number | null;
  /** The plan that follows when the period ends. */
  scheduledPlan: string | null;
  scheduledFor: Date | null;
  period: { startsAt: Date; endsAt: Date };
  /** Credits left in this period; null before its grant, which `lockAndSettleAccount` makes. */
  balance: number | null;
}

const rows = z.array(
  z.object({
    user_id: z.string(),
    plan: z.string(),
    agreed_credits: z.number().nullable(),
    coming_plan: z.string().nullable(),
    coming_at: z.coerce.date().nullable(),
    change_is_due: z.boolean(),
    starts_at: z.coerce.date(),
    ends_at: z.coerce.date(),
    balance: z.number().nullable(),
  }),
);

/**
 * The plan statuses of these accounts, by their ids. Read only: a change of plan that is due counts
 * already, a grant that is due is left to `lockAndSettleAccount`, and `balance` is null until then.
 * A user sees only their own.
 */
export async function readPlanStatuses(
  tx: ServiceTx | UserTx,
  plans: Plans,
  userIds: readonly string[],
): Promise<Map<string, PlanStatus>> {
  if (userIds.length === 0) return new Map();
  // A clock that was set back must not reopen the last period: its entries are in sequence.
  const found = await tx.execute(sql`
    select s.user_id, s.plan, s.agreed_credits, s.coming_plan, s.coming_at,
      coalesce(s.coming_at <= clock_timestamp(), false) as change_is_due,
      greatest(p.starts_at, e.period_start) as starts_at, p.ends_at,
      case when e.period_start >= p.starts_at then e.balance end as balance
    from public.subscriptions s
    cross join lateral public.period_of(s.anchor, clock_timestamp()) p
    left join lateral (
      select period_start, balance from public.credit_entries
      where user_id = s.user_id order by number desc limit 1
    ) e on true
    where s.user_id in ${[...userIds]}`);
  return new Map(
    rows.parse([...found]).map((row) => {
      const isMade = row.change_is_due && isStillAllowed(plans, row.coming_plan, row.plan);
      const planId = isMade && row.coming_plan ? row.coming_plan : row.plan;
      const planStatus: PlanStatus = {
        userId: row.user_id,
        planId,
        plan: findPlan(plans, planId),
        agreedCredits: isMade ? null : row.agreed_credits,
        scheduledPlan: row.change_is_due ? null : row.coming_plan,
        scheduledFor: row.change_is_due ? null : row.coming_at,
        period: { startsAt: row.starts_at, endsAt: row.ends_at },
        balance: row.balance,
      };
      return [row.user_id, planStatus];
    }),
  );
}

/**
 * Whether a change that was chosen earlier may be made now. A plan that now costs more than the
 * present one needs approval: without this check, a user could get it for free after an editor
 * briefly lowered its price.
 */
function isStillAllowed(plans: Plans, scheduled: string | null, present: string): boolean {
  const target = scheduled === null ? null : findPlan(plans, scheduled);
  if (!target) return true;
  const transition = planTransition(target, { id: present, plan: findPlan(plans, present) });
  return transition === "period-end" || transition === "current";
}

/**
 * Locks an account's row (`FOR UPDATE`) until the transaction ends, and brings it up to date: a
 * change of plan that is due is made, and the period's credits are granted, once. Each debit,
 * credit and reversal calls this first, so that two never start from the same balance; the database
 * trigger `enter_credits` enforces the same again.
 *
 * @returns null when there is no such account; its `balance` is null only when its plan is unknown.
 */
export async function lockAndSettleAccount(
  tx: ServiceTx,
  plans: Plans,
  userId: string,
): Promise<PlanStatus | null> {
  // Reads after the wait for the lock, in a separate statement: otherwise it would see the state
  // before.
  const [subscription] = await tx
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId))
    .for("update");
  const planStatus = subscription && (await readPlanStatuses(tx, plans, [userId])).get(userId);
  if (!planStatus) return null;
  if (
    planStatus.planId !== subscription.plan ||
    (subscription.scheduledPlan && !planStatus.scheduledPlan)
  ) {
    await tx
      .update(subscriptions)
      .set({
        plan: planStatus.planId,
        agreedCredits: planStatus.agreedCredits,
        scheduledPlan: null,
        scheduledFor: null,
        updatedAt: new Date(),
      })
      .where(eq(subscriptions.userId, userId));
  }
  if (planStatus.balance === null && planStatus.plan) {
    const entry = await enter(tx, {
      userId,
      kind: "grant",
      amount: planStatus.agreedCredits ?? planStatus.plan.credits ?? 0,
      periodStart: planStatus.period.startsAt,
      idempotencyKey: planStatus.period.startsAt.toISOString(),
    });
    planStatus.balance = entry.balance;
  }
  return planStatus;
}
