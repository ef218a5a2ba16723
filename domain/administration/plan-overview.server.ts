import { and, count, eq, isNull, sql } from "drizzle-orm";
import { withAdministrator } from "@domain/database/database.server";
import type { Administrator } from "@domain/accounts/administrator";
import { listPlanRequests } from "@domain/plans/plan-decisions.server";
import { planName, type Plan, type Plans } from "@domain/plans/plan.server";
import { profiles, subscriptions } from "@domain/database/tables.server";
import { planNow } from "./user-list.server";

/** How many accounts have a plan, and how many switch to it when their period ends. */
export interface PlanUse {
  id: string;
  accounts: number;
  coming: number;
}

/**
 * Who is on which plan, the waiting requests with the names of their plans, and the
 * inconsistencies.
 */
export async function readPlanOverview(
  { claims }: Administrator,
  plans: Plans,
  maxRequests: number,
) {
  return withAdministrator(claims, async (tx) => {
    const having = await tx
      .select({ id: planNow(), accounts: count() })
      .from(subscriptions)
      .innerJoin(profiles, eq(profiles.id, subscriptions.userId))
      .where(isNull(profiles.deletedAt))
      .groupBy(planNow());
    const coming = await tx
      .select({ id: sql<string>`${subscriptions.scheduledPlan}`, accounts: count() })
      .from(subscriptions)
      .innerJoin(profiles, eq(profiles.id, subscriptions.userId))
      .where(and(isNull(profiles.deletedAt), sql`${subscriptions.scheduledFor} > now()`))
      .groupBy(subscriptions.scheduledPlan);
    const requests = await listPlanRequests(tx, { state: "waiting", limit: maxRequests });
    const ids = [...new Set([...having, ...coming].map(({ id }) => id))];
    const use = ids.map((id) => ({
      id,
      accounts: having.find((row) => row.id === id)?.accounts ?? 0,
      coming: coming.find((row) => row.id === id)?.accounts ?? 0,
    }));
    return {
      use,
      requests: requests.map((request) => ({
        ...request,
        currentPlan: planName(plans, request.currentPlan),
        plan: planName(plans, request.plan),
      })),
      warnings: planWarnings(
        plans,
        use,
        requests.map(({ plan }) => plan),
      ),
    };
  });
}

/** What is wrong with the catalog for the accounts that have its plans, in sentences. */
export function planWarnings(
  plans: Plans,
  use: readonly PlanUse[],
  requested: readonly string[],
): string[] {
  const known = new Map(plans.map((plan) => [plan.id, plan]));
  const missing = use
    .filter(({ id }) => !known.has(id))
    .map(
      ({ id, accounts, coming }) =>
        `The catalog has no plan “${id}”, which ${accounts} accounts have and ${coming} will move to: they are granted no credits.`,
    );
  const asked = [...new Set(requested)]
    .filter((id) => !known.has(id))
    .map((id) => `Someone requests the plan “${id}”, which is not in the catalog.`);
  const free = known.has("free")
    ? []
    : ["The catalog has no plan “free”, which every account starts with."];
  const twice = plans
    .filter(({ id }, index) => plans.findIndex((other) => other.id === id) !== index)
    .map(({ id }) => `Two plans in the catalog have the id “${id}”: only the first is used.`);
  const incomplete = plans.flatMap((plan) => gapsOf(plan));
  return [...missing, ...asked, ...free, ...twice, ...incomplete];
}

function gapsOf({ id, name, credits, limits, isEnterprise }: Plan): string[] {
  const plan = `“${name ?? id}”`;
  return [
    ...(credits === null && !isEnterprise
      ? [`${plan} has no number of credits: accounts on it are granted none.`]
      : []),
    ...(limits ? [] : [`${plan} has no limits: the dashboard cannot show any.`]),
  ];
}
