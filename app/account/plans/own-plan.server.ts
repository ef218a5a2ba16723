import { redirect } from "@remix-run/node";
import type { ClientReturn } from "@sanity/client";
import type { Claims } from "@domain/accounts/claims";
import { withService, withUser } from "@domain/database/database.server";
import {
  lockAndSettleAccount,
  type PlanStatus,
  readPlanStatuses,
} from "@domain/plans/plan-status.server";
import { isStorageFull } from "@domain/resilience/service-unavailable.server";
import { plansQuery } from "~/content/queries/plan";
import { readPublished } from "~/content/reading/read.server";
import { planPriceInWords } from "~/ui/format/plan-price";

type Plans = ClientReturn<typeof plansQuery>;
/** All of a plan, as cards show it. */
export type OfferedPlan = Plans[number];

/**
 * The plans on offer: as published, in previews too, because they bind accounts.
 *
 * @throws a 503 Response while the lake is unavailable and nothing is cached.
 */
export const readPlans = (): Promise<Plans> => readPublished(plansQuery);

/**
 * The name and price of the plan that a visitor chose before signing up, such as "Business, $29 a
 * month"; null for a plan that is not offered, and while the lake is unavailable.
 */
export async function chosenPlanInWords(id: string | null): Promise<string | null> {
  if (id === null) return null;
  const plans = await readPlansIfAvailable();
  const plan = plans?.find((offered) => offered.id === id);
  return plan ? [plan.name, planPriceInWords(plan)].filter(Boolean).join(", ") : null;
}

/** The plans on offer; null while the lake is unavailable. */
export const readPlansIfAvailable = () =>
  readPlans().catch((error: unknown) => {
    if (error instanceof Response) return null;
    throw error;
  });

/**
 * The signed-in user's plan status, after the grant of a period that has just begun; and the plans,
 * null while the lake is unavailable (then the status has no plan either, and earlier entries still
 * count).
 *
 * @throws a redirect to /login when the session or the account has ended meanwhile
 */
export async function settleOwnPlan(
  claims: Claims,
): Promise<{ planStatus: PlanStatus; plans: Plans | null }> {
  const plans = await readPlansIfAvailable();
  const userId = claims.sub;
  const read = await withUser(claims, (tx) => readPlanStatuses(tx, plans ?? [], [userId]));
  let planStatus = read.get(userId) ?? null;
  if (plans && planStatus?.plan && planStatus.balance === null) {
    const settled = withService((tx) => lockAndSettleAccount(tx, plans, userId));
    // The user has come to read the page: the grant is made when there is room again.
    planStatus = await settled.catch((error: unknown) => {
      if (isStorageFull(error)) return planStatus;
      throw error;
    });
  }
  // The session has ended since the page's guard checked it, by a sign-out elsewhere or the
  // account's deletion.
  if (!planStatus) throw redirect("/login");
  return { planStatus, plans };
}
