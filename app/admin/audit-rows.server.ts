import type { AuditEntry } from "@domain/audit/audit-list.server";
import { readPlans } from "~/account/plans/own-plan.server";
import { auditFacts } from "./audit-details";
import type { AuditRow } from "./audit-list";

/** Audit entries as a page shows them, with plans by their names. */
export async function auditRows(entries: readonly AuditEntry[]): Promise<AuditRow[]> {
  const plans = await readPlans().catch((error: unknown) => {
    // While the lake is unavailable, the log must be readable all the same.
    if (error instanceof Response) return [];
    throw error;
  });
  const names = Object.fromEntries(
    plans.flatMap(({ id, name }) => (id && name ? [[id, name]] : [])),
  );
  return entries.map(({ before, after, ...entry }) => ({
    ...entry,
    facts: auditFacts({ before, after }, names),
  }));
}
