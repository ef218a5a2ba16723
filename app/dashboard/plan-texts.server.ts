import { planComparisonQuery } from "~/content/queries/plan-comparison";
import { planActivationQuery } from "~/content/queries/site-settings";
import { readPublished } from "~/content/reading/read.server";

/**
 * What editors say about all plans: the lines of the plan comparison, and when a plan that was
 * requested begins. While the lake is unavailable there is no comparison.
 */
export async function readPlanTexts() {
  const [comparison, activation] = await Promise.all([
    orNull(readPublished(planComparisonQuery)),
    orNull(readPublished(planActivationQuery)),
  ]);
  return {
    rows: comparison?.groups.flatMap(({ rows }) => rows) ?? [],
    activation: activation?.text || "Starts once approved.",
  };
}

const orNull = <T>(reading: Promise<T>): Promise<T | null> =>
  reading.catch((error: unknown) => {
    if (error instanceof Response) return null;
    throw error;
  });
