import type { ReactNode } from "react";
import { RoleBadge, StateBadge } from "./badges";
import { formatNumber } from "~/ui/format/format-number";
import { DateTime, PastTime } from "./date-time";
import type { UserPage } from "./user-page";

/** The user's identity, role, state and plan. */
export function UserFacts({ page }: { page: UserPage }) {
  const { user, account, planStatus, requests } = page;
  const waiting = requests.find(({ state }) => state === "waiting");
  const facts: [string, ReactNode][] = [
    ["Role", <RoleBadge key="role" role={user.role} />],
    ["State", <State key="state" user={user} />],
    [
      "Plan",
      planStatus ? `${planStatus.planName ?? `${planStatus.planId} (not in the catalog)`}` : "None",
    ],
    [
      "Credits",
      typeof planStatus?.balance === "number"
        ? formatNumber(planStatus.balance)
        : "Not granted yet",
    ],
    [
      "Account ID",
      <span key="id" className="font-mono text-[0.8125rem]">
        {user.id}
      </span>,
    ],
    ["Joined", <PastTime key="joined" at={user.createdAt} />],
  ];
  if (planStatus?.agreedCredits)
    facts.push(["Agreed credits", formatNumber(planStatus.agreedCredits)]);
  if (planStatus?.scheduledPlan) {
    facts.push([
      "Next plan",
      <span key="scheduled">
        {planStatus.scheduledPlan}, <DateTime at={planStatus.scheduledFor} />
      </span>,
    ]);
  }
  if (user.closesAt) {
    facts.push([
      "Closed by its owner",
      <span key="closes">
        will be erased <DateTime at={user.closesAt} />
      </span>,
    ]);
  }
  if (waiting) facts.push(["Requested plan", `${waiting.plan} (pending)`]);
  if (account) {
    facts.push(["Last sign-in", <PastTime key="last" at={account.lastSignInAt} />]);
    if (account.invitedAt)
      facts.push(["Invited", <PastTime key="invited" at={account.invitedAt} />]);
    if (account.invitation) {
      const { endsAt, hasEnded } = account.invitation;
      facts.push([
        "Invitation",
        <span key="invitation" className={hasEnded ? "text-highlight" : undefined}>
          {hasEnded ? "Ended" : "Valid until"} <DateTime at={endsAt} />
        </span>,
      ]);
    }
    facts.push(["Sign-in methods", account.providers.join(", ") || "—"]);
    facts.push(["Second factors", account.factors.filter(({ inUse }) => inUse).length]);
  }
  return (
    <section aria-labelledby="user-facts">
      <h3 id="user-facts" className="sr-only">
        Profile
      </h3>
      <dl className="grid gap-x-6 gap-y-4 rounded-lg border border-line bg-surface p-5 text-sm sm:grid-cols-2 sm:p-6">
        {facts.map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-faint">{label}</dt>
            <dd className="mt-1 wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-sm text-faint">All times are in UTC.</p>
      {!account && (
        <p role="status" className="mt-3 text-sm text-highlight">
          The auth service returns nothing about this account right now, so sign-ins and second
          factors are missing here.
        </p>
      )}
    </section>
  );
}

function State({ user }: { user: UserPage["user"] }) {
  const { state, bannedUntil, deletedAt } = user;
  return (
    <span className="flex flex-wrap items-center gap-2">
      <StateBadge state={state} />
      {state === "banned" && (
        <span className="text-muted">
          until <DateTime at={bannedUntil} />
        </span>
      )}
      {state === "deleted" && (
        <span className="text-muted">
          <DateTime at={deletedAt} />
        </span>
      )}
    </span>
  );
}
