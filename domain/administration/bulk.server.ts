import { withAdministrator } from "@domain/database/database.server";
import { AdministrationError } from "./administration-error";
import { requireAnotherAccount, type Target } from "./lock-account.server";
import { banAccount } from "./ban.server";
import { banDurations } from "./ban";
import type { BulkChange } from "./bulk";
import type { Administrator } from "@domain/accounts/administrator";
import { changeAccountPlan } from "./plan-changes.server";
import { planName, type Plans, type ReadPlans } from "@domain/plans/plan.server";
import { changeRole } from "./change-role.server";
import { readUsers } from "./user-list.server";
import { stateNames, type UserRow } from "./user-list";

/**
 * An account of a selection: its state, its state after the change, and why the change is
 * impossible, if it is.
 */
export interface Previewed {
  user: UserRow;
  before: string;
  after: string;
  blockedReason: string | null;
}

/** The accounts of a selection that still exist. */
export const readSelection = (
  { claims }: Administrator,
  ids: readonly string[],
): Promise<UserRow[]> => withAdministrator(claims, (tx) => readUsers(tx, ids));

/** Previews what a change would do to each account of a selection. */
export async function previewBulk(
  administrator: Administrator,
  ids: readonly string[],
  change: BulkChange,
  plans: Plans,
): Promise<Previewed[]> {
  const users = await readSelection(administrator, ids);
  return users.map((user) => {
    const [before, after] = beforeAndAfter(user, change, plans);
    return { user, before, after, blockedReason: blockedReasonOf(administrator, user, change) };
  });
}

/** The outcome for an account of a selection: null when it was changed, else why not. */
export interface Changed {
  id: string;
  refused: string | null;
}

/**
 * Changes the accounts of a selection one by one: each as a whole, with its own audit entry,
 * or not at all.
 */
export async function changeInBulk(
  administrator: Administrator,
  targets: readonly Target[],
  change: BulkChange,
  readPlans: ReadPlans,
): Promise<Changed[]> {
  const outcomes: Changed[] = [];
  for (const target of targets) {
    try {
      await changeOne(administrator, target, change, readPlans);
      outcomes.push({ id: target.id, refused: null });
    } catch (error) {
      if (!(error instanceof AdministrationError)) throw error;
      outcomes.push({ id: target.id, refused: error.message });
    }
  }
  return outcomes;
}

async function changeOne(
  administrator: Administrator,
  target: Target,
  change: BulkChange,
  readPlans: ReadPlans,
): Promise<void> {
  const { reason } = change;
  if (change.intent === "role") {
    // An administrator who gives up their own role is not an administrator for the accounts that
    // follow.
    requireAnotherAccount(administrator, target.id);
    return changeRole(administrator, target, { role: change.role, reason });
  }
  if (change.intent === "ban") {
    return banAccount(administrator, target, { duration: change.duration, reason });
  }
  return changeAccountPlan(administrator, target, await readPlans(), {
    plan: change.plan,
    agreedCredits: null,
    reason,
  });
}

function beforeAndAfter(user: UserRow, change: BulkChange, plans: Plans): [string, string] {
  if (change.intent === "role") return [user.role, change.role];
  if (change.intent === "plan") {
    return [user.plan ? planName(plans, user.plan) : "None", planName(plans, change.plan)];
  }
  return [stateNames[user.state], `Banned (${banDurations[change.duration].toLowerCase()})`];
}

/**
 * What can be checked in advance. What only the change itself finds out (the last administrator) is
 * reported afterward.
 */
function blockedReasonOf(
  { viewer }: Administrator,
  user: UserRow,
  change: BulkChange,
): string | null {
  if (user.state === "deleted") return "Deleted";
  if (change.intent === "plan") return user.plan === change.plan ? "Already has that plan" : null;
  if (user.id === viewer.id) return "Your own account";
  if (change.intent === "role") return user.role === change.role ? "Already has that role" : null;
  return user.state === "banned" ? "Already banned" : null;
}
