import { Form } from "@remix-run/react";
import { cx } from "class-variance-authority";
import type { PlanTransition } from "@domain/plans/plan.server";
import type { OfferedPlan } from "~/account/plans/own-plan.server";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { formatShortDate } from "~/ui/format/format-date";
import { PlanMark } from "~/plans/plan-feature-icon";
import { Icon } from "~/ui/icon";
import { SiteLink } from "~/ui/site-link";
import { planPriceInWords } from "~/ui/format/plan-price";
import type { PlanChange } from "./plan-difference";

/** A plan, how the account moves to it, and what that changes. */
type ChoosablePlan = OfferedPlan & { way: PlanTransition; changes: readonly PlanChange[] };

interface PlanChoiceProps {
  plans: readonly ChoosablePlan[];
  /** The name of the account's plan; null once editors have removed it. */
  currentName: string | null;
  /** When a plan that was requested begins, in the editors' words. */
  activation: string;
  /** The account's plan: a form that was opened before a change is refused. */
  from: string;
  /** The plan of the link that the user followed. */
  chosen: string | null;
  endsAt: Date;
  /** A request is waiting: no other can be made meanwhile. */
  isWaiting: boolean;
}

/** The next step for a user who came for a plan. */
const nextStep: Record<PlanTransition, string> = {
  current: "it is yours.",
  request: "ask for it here. Until it is approved, everything works with the plan that you have.",
  sales: "we agree on it with you. Everything works with the plan that you have meanwhile.",
  "period-end": "change to it here, and it takes effect when the period ends.",
};

/** All plans side by side, each with the button to get it. */
export function PlanChoice({ plans, currentName, chosen, ...state }: PlanChoiceProps) {
  const wanted = plans.find(({ id }) => id === chosen);
  return (
    <section aria-labelledby="plans">
      <h2 id="plans" className="text-lg font-semibold tracking-tight">
        All plans
      </h2>
      {wanted && !state.isWaiting && (
        <p className="mt-2 max-w-prose text-muted">
          You chose {wanted.name}: {nextStep[wanted.way]}
        </p>
      )}
      <ul className="mt-4 grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {plans.map((plan) => (
          <li
            key={plan._id}
            className={cx(
              "grid grid-rows-[auto_1fr_auto] gap-4 rounded-lg border p-5",
              plan.way === "current" || plan === wanted
                ? "border-action bg-surface-2"
                : "border-line bg-surface",
            )}
          >
            <div>
              <div className="flex min-h-6 items-center justify-between gap-2">
                <h3 className="font-semibold">{plan.name}</h3>
                {plan.way === "current" ? (
                  <Badge tone="action">Your plan</Badge>
                ) : (
                  plan === wanted && <Badge tone="action">Your choice</Badge>
                )}
              </div>
              <p className="mt-1 font-mono text-sm text-muted">{planPriceInWords(plan)}</p>
            </div>
            <ul className="grid content-start gap-2 text-sm text-muted">
              {plan.changes.length > 0 && (
                <li className="mb-2 border-b border-line pb-4">
                  <Changes from={currentName} changes={plan.changes} />
                </li>
              )}
              {plan.features.map((line) => (
                <li key={line} className="flex gap-2">
                  <PlanMark line={line} className="mt-0.5" />
                  {line}
                </li>
              ))}
            </ul>
            <WayTo plan={plan} {...state} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the plan changes against the present one. */
function Changes({ from, changes }: { from: string | null; changes: readonly PlanChange[] }) {
  return (
    <>
      <p className="text-faint">Compared with {from ?? "your plan"}</p>
      <ul className="mt-2 grid gap-2 text-foreground">
        {changes.map(({ gains, text }) => (
          <li key={text} className="flex gap-2">
            <Icon
              name={gains ? "arrow-up" : "arrow-down"}
              className={cx("mt-0.5 size-4 shrink-0", gains ? "text-good" : "text-faint")}
            />
            {text}
          </li>
        ))}
      </ul>
    </>
  );
}

function WayTo({
  plan,
  from,
  endsAt,
  activation,
  isWaiting,
}: Omit<PlanChoiceProps, "plans" | "currentName" | "chosen"> & { plan: ChoosablePlan }) {
  if (plan.way === "current") return null;
  if (plan.way === "sales") {
    return (
      <Button asChild variant="outline" size="sm">
        <SiteLink href={plan.ctaLink}>{plan.ctaText}</SiteLink>
      </Button>
    );
  }
  if (plan.way === "request" && isWaiting) {
    return <p className="text-sm text-faint">You already have a pending request.</p>;
  }
  return (
    <Form method="post" className="grid gap-2">
      <input type="hidden" name="intent" value="choose" />
      <input type="hidden" name="plan" value={plan.id ?? ""} />
      <input type="hidden" name="from" value={from} />
      <Button type="submit" size="sm" variant={plan.way === "request" ? "default" : "outline"}>
        {plan.way === "request"
          ? `Request ${plan.name}`
          : plan.price === 0
            ? `Cancel, back to ${plan.name}`
            : `Change to ${plan.name}`}
      </Button>
      <p className="text-sm text-faint">
        {plan.way === "request" ? activation : `Takes effect on ${formatShortDate(endsAt)}.`}
      </p>
    </Form>
  );
}
