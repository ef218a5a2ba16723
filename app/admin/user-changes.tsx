import type { ReactNode } from "react";
import type { ChangeResult } from "~/account/administration/change-response.server";
import type { UserIntent } from "~/account/administration/user-intents";
import { graceDays } from "@domain/own-data/grace-period";
import { Field } from "~/ui/field";
import { formatNumber } from "~/ui/format/format-number";
import { Input } from "~/ui/input";
import { ChangeForm, ChoiceField, type Typed } from "./change-form";
import { banOptions, roleOptions } from "./choices";
import type { UserPage } from "./user-page";

interface Change {
  intent: UserIntent["intent"];
  /** The label of the disclosure and its button. */
  label: string;
  /** What it does. */
  lead: string;
  danger?: boolean;
  reasonHint?: string;
  reasonRequired?: boolean;
  /** Its fields besides a reason. */
  fields?: (typed: Typed) => ReactNode;
}

/** All actions on an account, in the order of the page. */
const changesOf = ({ user, planStatus, sessions, account, plans }: UserPage): Change[] => [
  {
    intent: "restore",
    label: "Restore account",
    lead: `The user can sign in again, unless an earlier ban is still in effect. Without this, the account is erased ${graceDays} days after its deletion.`,
  },
  {
    intent: "role",
    label: "Change role",
    lead: "Takes effect on the user's next request, even in open sessions.",
    fields: (typed) => (
      <ChoiceField
        typed={typed}
        name="role"
        label="Role"
        options={roleOptions}
        initial={user.role}
      />
    ),
  },
  {
    intent: "plan",
    label: "Change plan",
    lead: "A new period with its credits begins right away. Unused credits of the current one expire.",
    fields: (typed) => (
      <>
        <ChoiceField
          typed={typed}
          name="plan"
          label="Plan"
          options={plans.map(({ id, name }) => ({ value: id, label: name }))}
          initial={planStatus?.planId}
        />
        <Field
          label="Agreed credits"
          optional
          hint="Credits per period by contract, in place of those of the plan."
          error={typed.error("agreedCredits")}
        >
          {(control) => (
            <Input
              {...control}
              name="agreedCredits"
              inputMode="numeric"
              autoComplete="off"
              defaultValue={typed.value("agreedCredits") ?? planStatus?.agreedCredits ?? undefined}
            />
          )}
        </Field>
      </>
    ),
  },
  {
    intent: "credits",
    label: "Adjust credits",
    reasonHint: "The user sees it in their recent activity.",
    lead: `${planStatus?.balance ? formatNumber(planStatus.balance) : "No"} credits are left in this period. Enter how many to add, or a negative number to remove some.`,
    reasonRequired: true,
    fields: (typed) => (
      <Field label="Credits" required error={typed.error("amount")}>
        {(control) => (
          <Input
            {...control}
            name="amount"
            autoComplete="off"
            defaultValue={typed.value("amount")}
          />
        )}
      </Field>
    ),
  },
  {
    intent: "invitation",
    label: "Send invitation again",
    lead: "The user gets a new link. The one in the earlier email stops working.",
  },
  {
    intent: "recovery",
    label: "Send recovery email",
    lead: "The user gets a link to choose a new password. Only they see it.",
  },
  {
    intent: "sessions",
    label: "End all sessions",
    lead: `Signs the user out everywhere. Open sessions: ${sessions.length}.`,
  },
  {
    intent: "factor",
    label: "Remove second factor",
    lead: "For a user who has lost it and has proved their identity. Afterward the password alone signs them in; their recovery codes and sessions end.",
    danger: true,
    reasonRequired: true,
    fields: (typed) => (
      <ChoiceField
        typed={typed}
        name="factorId"
        label="Second factor"
        options={(account?.factors ?? []).map(({ id, name, inUse }) => ({
          value: id,
          label: inUse ? name : `${name} (not set up)`,
        }))}
      />
    ),
  },
  {
    intent: "lift",
    label: "Lift ban",
    lead: "The user can sign in again.",
  },
  {
    intent: "ban",
    label: "Ban",
    lead: "The user is signed out and cannot sign in until the ban ends. Their API keys stop working.",
    danger: true,
    reasonRequired: true,
    fields: (typed) => (
      <ChoiceField typed={typed} name="duration" label="Duration" options={banOptions} />
    ),
  },
  {
    intent: "delete",
    label: "Delete",
    lead: `The user is signed out and disappears from the lists. You can undo this for ${graceDays} days; then the account is erased.`,
    danger: true,
    reasonRequired: true,
  },
];

/** The actions that the account's present state allows. */
function isOnOffer(intent: Change["intent"], { user, isSelf, account }: UserPage): boolean {
  if (user.state === "deleted") return intent === "restore";
  const isInvited = Boolean(account?.invitation);
  switch (intent) {
    case "restore":
      return false;
    case "factor":
      return (account?.factors ?? []).length > 0;
    case "lift":
      return user.state === "banned";
    case "ban":
      return user.state !== "banned" && !isSelf;
    case "invitation":
      return user.state === "unconfirmed" && isInvited;
    case "recovery":
      return user.state === "active" || (user.state === "unconfirmed" && !isInvited);
    case "delete":
      return !isSelf;
    default:
      return true;
  }
}

/** All actions on an account in its present state. */
export function UserChanges({ page, result }: { page: UserPage; result: ChangeResult | null }) {
  const { user, isSelf } = page;
  const changes = changesOf(page).filter(({ intent }) => isOnOffer(intent, page));
  // The action of a stale form may no longer be on offer; its response must be shown all the same.
  const isElsewhere = changes.every(({ intent }) => intent !== result?.intent);
  return (
    <section aria-labelledby="changes" className="min-w-0">
      <h3 id="changes" className="text-lg font-semibold">
        Actions
      </h3>
      {isElsewhere && result?.message && (
        <p role="alert" className="mt-4 rounded-lg border border-bad/40 bg-bad/10 px-4 py-3">
          {result.message}
        </p>
      )}
      <div
        // A change made elsewhere closes the open forms.
        key={user.version}
        className="mt-4 overflow-hidden rounded-lg border border-line bg-surface"
      >
        {changes.map(({ fields, ...change }) => (
          <ChangeForm key={change.intent} version={user.version} result={result} {...change}>
            {fields}
          </ChangeForm>
        ))}
      </div>
      {isSelf && (
        <p className="mt-3 text-sm text-faint">
          This is your own account: only another administrator can ban or delete it.
        </p>
      )}
    </section>
  );
}
