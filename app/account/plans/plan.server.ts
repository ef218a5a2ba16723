import type { ClientReturn } from "@sanity/client";
import { plansQuery } from "~/content/plan";
import { readPublished } from "~/content/read.server";

/** The plans as the lake has them: what cards show and accounts enforce. */
export type Plans = ClientReturn<typeof plansQuery>;
export type Plan = Plans[number];

/**
 * The plans on offer: as they are published, in previews too, because accounts are held to them.
 *
 * @throws a 503 Response while the lake is away and nothing is remembered.
 */
export const readPlans = (): Promise<Plans> => readPublished(plansQuery);

/** The plan of this id; null when editors have taken it away although accounts still have it. */
export const findPlan = (plans: Plans, id: string): Plan | null =>
  plans.find((plan) => plan.id === id) ?? null;

/** How an account gets from one plan to another. */
export type PlanTransition =
  /** It has it. */
  | "current"
  /** It is agreed on with sales. */
  | "sales"
  /** It costs more: somebody has to be paid, or has to approve. */
  | "request"
  /** It costs no more: it takes the other's place when the period ends. */
  | "period-end";

/** The way from an account's plan to `target`. A plan that is no longer offered counts as free of charge. */
export function planTransition(
  target: Plan,
  current: { id: string; plan: Plan | null },
): PlanTransition {
  if (target.id === current.id) return "current";
  if (target.isEnterprise) return "sales";
  return (target.price ?? 0) > (current.plan?.price ?? 0) ? "request" : "period-end";
}
