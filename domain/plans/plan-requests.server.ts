import { and, desc, eq, sql } from "drizzle-orm";
import { readPlanStatuses, lockAndSettleAccount } from "./plan-status.server";
import { withService, withUser } from "@domain/database/database.server";
import { brokenConstraint } from "@domain/database/transactions.server";
import { findPlan, type Plans, planTransition } from "./plan.server";
import type { Claims } from "@domain/accounts/claims";
import { planRequests, subscriptions } from "@domain/database/tables.server";

export type PlanRequest = typeof planRequests.$inferSelect;

/** The outcome of a user's request for another plan. */
export type PlanRequestOutcome =
  | "requested"
  /** Another request waits already. */
  | "already-waiting"
  /** They have sent twenty requests since yesterday. */
  | "too-many-today"
  | "scheduled"
  /** The plan has changed since the page was opened. */
  | "stale"
  /** The plan is their current one, is agreed on with sales, or does not exist. */
  | "refused";

/**
 * A way of payment for a plan that costs more. `begin` runs before the account gets the plan: it
 * leaves a request that waits for approval by the provider, or by its stand-in.
 */
export interface PaymentProvider {
  begin(claims: Claims, plan: string): Promise<"requested" | "already-waiting" | "too-many-today">;
}

/** Nothing is paid here: an administrator approves, and sends the invoice. */
const manual: PaymentProvider = {
  async begin(claims, plan) {
    try {
      // By hand: drizzle would name every column, and a user may not fill in all of them.
      const made = await withUser(claims, (tx) =>
        tx.execute(sql`
          insert into public.plan_requests (user_id, plan) values (${claims.sub}, ${plan})
          on conflict (user_id) where state = 'waiting' do nothing returning id`),
      );
      return made.length > 0 ? "requested" : "already-waiting";
    } catch (error) {
      if (brokenConstraint(error) !== "plan_requests_at_most_twenty_a_day") throw error;
      return "too-many-today";
    }
  },
};

const payment: PaymentProvider = manual;

/**
 * Moves a user toward a plan, by the route that leads there.
 *
 * @param choice.from the plan of the account when the page was opened
 */
export async function requestPlan(
  claims: Claims,
  plans: Plans,
  choice: { plan: string; from: string },
): Promise<PlanRequestOutcome> {
  const target = findPlan(plans, choice.plan);
  const planStatuses = await withUser(claims, (tx) => readPlanStatuses(tx, plans, [claims.sub]));
  const now = planStatuses.get(claims.sub);
  if (!target?.id || !now) return "refused";
  if (now.planId !== choice.from) return "stale";
  const transition = planTransition(target, { id: now.planId, plan: now.plan });
  if (transition === "request") return payment.begin(claims, target.id);
  if (transition !== "period-end") return "refused";
  return (await schedule(claims, plans, target.id)) ? "scheduled" : "refused";
}

/** Cancels a change that was scheduled for the end of the period. */
export async function keepPlan(claims: Claims, plans: Plans): Promise<void> {
  await withService(async (tx) => {
    await lockAndSettleAccount(tx, plans, claims.sub);
    await tx
      .update(subscriptions)
      .set({ scheduledPlan: null, scheduledFor: null, updatedAt: new Date() })
      .where(eq(subscriptions.userId, claims.sub));
  });
}

async function schedule(claims: Claims, plans: Plans, planId: string): Promise<boolean> {
  return withService(async (tx) => {
    // Checked again under the lock: the plan may have changed since the page was opened.
    const planStatus = await lockAndSettleAccount(tx, plans, claims.sub);
    const target = findPlan(plans, planId);
    if (!planStatus || !target) return false;
    const transition = planTransition(target, { id: planStatus.planId, plan: planStatus.plan });
    if (transition !== "period-end") return false;
    await tx
      .update(subscriptions)
      .set({ scheduledPlan: planId, scheduledFor: planStatus.period.endsAt, updatedAt: new Date() })
      .where(eq(subscriptions.userId, claims.sub));
    return true;
  });
}

/** The newest requests of the signed-in user. */
export function ownPlanRequests(claims: Claims, limit: number): Promise<PlanRequest[]> {
  return withUser(claims, (tx) =>
    tx
      .select()
      .from(planRequests)
      .where(eq(planRequests.userId, claims.sub))
      .orderBy(desc(planRequests.createdAt))
      .limit(limit),
  );
}

/** Withdraws a request of the signed-in user; false when it is no longer waiting. */
export async function withdrawPlanRequest(claims: Claims, id: string): Promise<boolean> {
  const withdrawn = await withUser(claims, (tx) =>
    tx
      .update(planRequests)
      .set({ state: "withdrawn" })
      .where(and(eq(planRequests.id, id), eq(planRequests.state, "waiting")))
      .returning({ id: planRequests.id }),
  );
  return withdrawn.length > 0;
}
