import { eq } from "drizzle-orm";
import { actorOf, runAsAdministrator } from "./run-as-administrator.server";
import { lockAccount, bumpVersion, type Target } from "./lock-account.server";
import { AdministrationError } from "./administration-error";
import { record } from "@domain/audit/audit.server";
import { adjustCredits } from "@domain/plans/credits.server";
import { readPlanStatuses } from "@domain/plans/plan-status.server";
import type { Administrator } from "@domain/accounts/administrator";
import {
  approvePlanRequest,
  changePlan,
  refusePlanRequest,
} from "@domain/plans/plan-decisions.server";
import type { Plans } from "@domain/plans/plan.server";
import { planRequests } from "@domain/database/tables.server";
import { readUsers } from "./user-list.server";

/**
 * Moves an account to another plan immediately; a period of it begins, with its credits.
 *
 * @throws {AdministrationError} when the form is stale, or the catalog has no such plan
 */
export async function changeAccountPlan(
  administrator: Administrator,
  target: Target,
  plans: Plans,
  { plan, agreedCredits, reason }: { plan: string; agreedCredits: number | null; reason: string },
): Promise<void> {
  await runAsAdministrator(administrator, async (tx) => {
    const account = await lockAccount(tx, target);
    const before = (await readPlanStatuses(tx, plans, [account.id])).get(account.id);
    if (!before) throw new AdministrationError("This account has no subscription.", 404);
    if (before.planId === plan && before.agreedCredits === agreedCredits) {
      throw new AdministrationError("This account already has that plan.");
    }
    if (!(await changePlan(tx, plans, { userId: account.id, plan, agreedCredits }))) {
      throw new AdministrationError("That plan is no longer in the catalog.");
    }
    await bumpVersion(tx, account);
    return record(tx, actorOf(administrator), {
      action: "user.plan",
      subject: account,
      reason,
      before: { plan: before.planId, agreedCredits: before.agreedCredits },
      after: { plan, agreedCredits },
    });
  });
}

/**
 * Adds or takes credits of the current period.
 *
 * @throws {AdministrationError} when more would be taken than are left, or the form is stale or was
 * sent before
 */
export async function adjustAccountCredits(
  administrator: Administrator,
  target: Target,
  plans: Plans,
  { amount, reason }: { amount: number; reason: string },
): Promise<number> {
  return runAsAdministrator(administrator, async (tx) => {
    const account = await lockAccount(tx, target);
    const entered = await adjustCredits(tx, plans, {
      userId: account.id,
      amount,
      reason,
      decidedBy: administrator.viewer.id,
      // The change consumes the version, so that one form adjusts once.
      idempotencyKey: `${account.id}/${account.version}`,
    });
    if (entered.outcome === "insufficient") {
      throw new AdministrationError(
        `Only ${entered.balance.toLocaleString("en-US")} credits are left. You cannot remove more than that.`,
      );
    }
    if (entered.outcome === "too-much") {
      throw new AdministrationError("An account can have at most a billion credits.");
    }
    if (entered.outcome !== "entered") {
      throw new AdministrationError(
        "This account's plan is not in the catalog. Change the plan first.",
      );
    }
    const { balance } = entered.entry;
    await bumpVersion(tx, account);
    const recorded = await record(tx, actorOf(administrator), {
      action: "user.credits",
      subject: account,
      reason,
      before: { credits: balance - amount },
      after: { credits: balance },
    });
    return recorded.with(balance);
  });
}

/**
 * Approves or refuses a request for a plan.
 *
 * @throws {AdministrationError} when it was decided or withdrawn meanwhile, or the catalog no
 * longer has the plan
 */
export async function decidePlanRequest(
  administrator: Administrator,
  plans: Plans,
  { requestId, approve, reason }: { requestId: string; approve: boolean; reason: string },
): Promise<void> {
  await runAsAdministrator(administrator, async (tx) => {
    const [asked] = await tx
      .select({ id: planRequests.userId })
      .from(planRequests)
      .where(eq(planRequests.id, requestId));
    if (!asked) throw new AdministrationError("This request no longer exists.", 404);
    // The profile first, as everywhere: two changes that lock in different orders would wait for
    // each other.
    await bumpVersion(tx, asked);
    const decision = { requestId, decidedBy: administrator.viewer.id, reason };
    const decided = approve
      ? await approvePlanRequest(tx, plans, decision)
      : await refusePlanRequest(tx, decision);
    if (decided.outcome === "not-found")
      throw new AdministrationError("This request no longer exists.", 404);
    if (decided.outcome === "decided-before") {
      const { state } = decided.request;
      throw new AdministrationError(
        `Someone else has handled this request: it is already ${state}.`,
        409,
      );
    }
    if (decided.outcome === "plan-unknown") {
      throw new AdministrationError(
        "That plan is no longer in the catalog. Refuse the request instead.",
      );
    }
    const { request } = decided;
    const [subject] = await readUsers(tx, [request.userId]);
    return record(tx, actorOf(administrator), {
      action: approve ? "plan.request.approve" : "plan.request.refuse",
      subject,
      reason,
      before: { request: "waiting" },
      after: { request: request.state, plan: request.plan },
    });
  });
}
