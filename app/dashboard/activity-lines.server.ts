import type { ActivityRow } from "@domain/plans/activity-log.server";
import { entryLabels } from "@domain/plans/entry-labels";
import { planName, type Plans } from "@domain/plans/plan.server";
import type { NameOperation } from "~/account/plans/operation-names.server";
import { signInAction, signInInWords } from "~/account/session/own-sessions.server";
import { formatNumber } from "~/ui/format/format-number";

/** An event of an account, as pages list it. */
export interface ActivityLine {
  id: string;
  at: Date;
  what: string;
  /** What it is about: an operation, a plan, a key, or the IP address of a sign-in. */
  about: string | null;
  /** The name of the key that was used. */
  keyName: string | null;
  /** Credits added or taken, and the balance after it. */
  credits: number | null;
  balance: number | null;
}

interface Names {
  plans: Plans;
  nameOperation: NameOperation;
}

/** Puts events into words: names in place of the ids of plans and of the paths of operations. */
export function activityLines(events: readonly ActivityRow[], names: Names): ActivityLine[] {
  return events.map((event) => {
    const { id, at } = event;
    const none = { keyName: null, credits: null, balance: null };
    return { id, at, ...none, ...inWords(event, names) };
  });
}

type Words = Pick<ActivityLine, "what" | "about"> & Partial<ActivityLine>;

function inWords(event: ActivityRow, { plans, nameOperation }: Names): Words {
  const { subject, kind, keyName } = event;
  const plan = subject && planName(plans, subject);
  switch (event.source) {
    case "entry":
      return {
        what: entryInWords(kind),
        about: subject === null ? event.reason : nameOperation(subject),
        keyName,
        credits: event.amount,
        balance: event.balance,
      };
    case "key-created":
      return { what: "Key created", about: subject };
    case "key-revoked":
      return { what: "Key revoked", about: subject };
    case "plan-requested":
      return { what: "Plan requested", about: plan };
    case "plan-decided":
      return { what: `Plan request ${kind ?? "decided"}`, about: plan };
    case "plan-changed":
      return { what: changeInWords(event, plans), about: null };
    case "sign-in":
      return {
        what: signInInWords({ action: signInAction.parse(kind), provider: subject }),
        about: event.ipAddress,
      };
  }
}

function entryInWords(kind: string | null): string {
  switch (kind) {
    case "grant":
    case "debit":
    case "reversal":
      return entryLabels[kind];
    default:
      return `${entryLabels.adjustment} by an administrator`;
  }
}

function changeInWords({ former, subject, amount }: ActivityRow, plans: Plans): string {
  const [from, to] = [former, subject].map((id) => (id === null ? null : planName(plans, id)));
  if (from === to && amount !== null) {
    return `Credits of ${to ?? "your plan"} set to ${formatNumber(amount)} by an administrator`;
  }
  return from === to
    ? `Credits of ${to ?? "your plan"} set to the plan’s own by an administrator`
    : `Plan changed from ${from ?? "—"} to ${to ?? "—"} by an administrator`;
}
