/** The fields of a plan document that accounts use. */
export interface Plan {
  id: string | null;
  name: string | null;
  /** In dollars. */
  price: number | null;
  isStartingPrice: boolean;
  period: string | null;
  credits: number | null;
  isEnterprise: boolean;
  limits: {
    maxFileMegabytes: number | null;
    storage: string | null;
    support: string | null;
    supportHours: number | null;
    rateLimit: string | null;
  } | null;
}

export type Plans = readonly Plan[];

/** Reads the plans on offer. Throws a 503 Response while the lake is unavailable. */
export type ReadPlans = () => Promise<Plans>;

/** The plan of this id; null when editors have removed it although accounts still have it. */
export const findPlan = (plans: Plans, id: string): Plan | null =>
  plans.find((plan) => plan.id === id) ?? null;

/** The name of the plan of this id, which is its own name once editors have removed it. */
export const planName = (plans: Plans, id: string): string => findPlan(plans, id)?.name ?? id;

/** How an account moves from one plan to another. */
export type PlanTransition =
  /** It has that plan. */
  | "current"
  /** It is agreed on with sales. */
  | "sales"
  /** It costs more: it needs a payment or an approval. */
  | "request"
  /** It costs no more: it replaces the other when the period ends. */
  | "period-end";

/** How an account moves to `target`. A plan that is no longer offered counts as free of charge. */
export function planTransition(
  target: Plan,
  current: { id: string; plan: Plan | null },
): PlanTransition {
  if (target.id === current.id) return "current";
  if (target.isEnterprise) return "sales";
  return (target.price ?? 0) > (current.plan?.price ?? 0) ? "request" : "period-end";
}
