import { auditedChanges } from "./audited-change";
import { agePeriods, debits, ledgerOf } from "./ledger";
import { openPlanSite } from "./plan-site";

export type CreditSite = Awaited<ReturnType<typeof openCreditSite>>;

/** A site with plans, and what the tests of credits do with its accounts. */
export async function openCreditSite() {
  const site = await openPlanSite();
  const { lockAndSettleAccount } = await import("@domain/plans/plan-status.server");
  const { withService } = await import("@domain/database/database.server");
  const { readPlans } = await import("~/account/plans/own-plan.server");
  const plans = await readPlans();
  return {
    site,
    plans,
    withService,
    inAuditedChange: await auditedChanges(site),
    take: await debits(plans),
    planStatus: (userId: string) => withService((tx) => lockAndSettleAccount(tx, plans, userId)),
    entries: (userId: string) => ledgerOf(site, userId),
    age: (userId: string, months: number) => agePeriods(site, userId, months),
  };
}
