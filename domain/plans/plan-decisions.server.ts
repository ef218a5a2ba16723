import { eq, sql } from "drizzle-orm";
import type { AuditedTx } from "@domain/audit/audit.server";
import type { AdminTx } from "@domain/database/transactions.server";
import { planRequests, profiles, subscriptions } from "@domain/database/tables.server";
import { lockAndSettleAccount } from "./plan-status.server";
import { findPlan, type Plans } from "./plan.server";
import type { PlanRequest } from "./plan-requests.server";

/**
 * Requests with their requesters, longest wait first: for administrators.
 */
export function listPlanRequests(
  tx: AdminTx,
  { state, limit }: { state?: PlanRequest["state"]; limit: number },
) {
  return tx
    .select({
      id: planRequests.id,
      userId: planRequests.userId,
      email: profiles.email,
      fullName: profiles.fullName,
      currentPlan: subscriptions.plan,
      plan: planRequests.plan,
      state: planRequests.state,
      reason: planRequests.reason,
      decidedBy: planRequests.decidedBy,
      decidedAt: planRequests.decidedAt,
      createdAt: planRequests.createdAt,
    })
    .from(planRequests)
    .innerJoin(profiles, eq(profiles.id, planRequests.userId))
    .innerJoin(subscriptions, eq(subscriptions.userId, planRequests.userId))
    .where(state && eq(planRequests.state, state))
    .orderBy(planRequests.createdAt, planRequests.id)
    .limit(limit);
}

/** The outcome of an administrator's decision. */
export type Decided =
  | { outcome: "done"; request: PlanRequest }
  /** Someone else was faster, or the user withdrew it: `request` is its current state. */
  | { outcome: "decided-before"; request: PlanRequest }
  /** The lake no longer has the plan. */
  | { outcome: "plan-unknown"; request: PlanRequest }
  | { outcome: "not-found" };

interface Decision {
  requestId: string;
  decidedBy: string;
  reason?: string | null;
}

/**
 * Approves a waiting request: the account has the plan immediately, and a period of it begins with
 * its credits. Credits left of the old period lapse.
 */
export async function approvePlanRequest(
  tx: AuditedTx,
  plans: Plans,
  decision: Decision,
): Promise<Decided> {
  const locked = await lockWaitingRequest(tx, decision.requestId);
  if (locked.outcome !== "waiting") return locked;
  const { request } = locked;
  if (!findPlan(plans, request.plan)) return { outcome: "plan-unknown", request };
  await changePlan(tx, plans, { userId: request.userId, plan: request.plan, agreedCredits: null });
  return decide(tx, "approved", decision);
}

/** Refuses a waiting request; the account keeps its plan. */
export async function refusePlanRequest(tx: AuditedTx, decision: Decision): Promise<Decided> {
  const locked = await lockWaitingRequest(tx, decision.requestId);
  return locked.outcome === "waiting" ? decide(tx, "refused", decision) : locked;
}

/**
 * Moves an account to a plan immediately, by an administrator's decision: a period of it begins
 * now, with its credits.
 *
 * @param change.agreedCredits what a contract grants each period; null for the plan's own
 * @returns false when there is no such account, or the lake has no such plan.
 */
export async function changePlan(
  tx: AuditedTx,
  plans: Plans,
  { userId, plan, agreedCredits }: { userId: string; plan: string; agreedCredits: number | null },
): Promise<boolean> {
  if (!findPlan(plans, plan) || !(await lockAndSettleAccount(tx, plans, userId))) return false;
  await tx
    .update(subscriptions)
    .set({
      plan,
      agreedCredits,
      scheduledPlan: null,
      scheduledFor: null,
      // The database's own clock, as for everything about periods; it must advance between two
      // changes.
      anchor: sql`date_trunc('milliseconds', clock_timestamp() + interval '1 millisecond')`,
      updatedAt: new Date(),
    })
    .where(eq(subscriptions.userId, userId));
  await lockAndSettleAccount(tx, plans, userId);
  return true;
}

type Waiting = { outcome: "waiting"; request: PlanRequest };

async function lockWaitingRequest(
  tx: AuditedTx,
  id: string,
): Promise<Waiting | Exclude<Decided, { outcome: "done" }>> {
  const [request] = await tx
    .select()
    .from(planRequests)
    .where(eq(planRequests.id, id))
    .for("update");
  if (!request) return { outcome: "not-found" };
  return { outcome: request.state === "waiting" ? "waiting" : "decided-before", request };
}

async function decide(
  tx: AuditedTx,
  state: "approved" | "refused",
  { requestId, decidedBy, reason }: Decision,
): Promise<Decided> {
  const [request] = await tx
    .update(planRequests)
    .set({ state, decidedBy, decidedAt: new Date(), reason: reason || null })
    .where(eq(planRequests.id, requestId))
    .returning();
  return request ? { outcome: "done", request } : { outcome: "not-found" };
}
