import { Link } from "@remix-run/react";
import { textLink } from "~/account/forms/account-card";
import type { Plan } from "@domain/plans/plan.server";
import { formatDate } from "~/ui/format/format-date";
import { formatNumber } from "~/ui/format/format-number";
import { Panel } from "./dashboard-page";
import { limitsInWords } from "~/account/plans/plan-terms";
import { planPriceInWords } from "~/ui/format/plan-price";

interface CreditsPanelProps {
  used: number;
  available: number;
  endsAt: Date;
}

/** The credits left in the period, and its end. */
export function CreditsPanel({ used, available, endsAt }: CreditsPanelProps) {
  const left = available - used;
  const share = available > 0 ? Math.min(1, used / available) : 0;
  return (
    <Panel title="Credits">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-mono text-4xl font-semibold tracking-tighter">
          {formatNumber(left)}
        </span>
        <span className="text-muted">left of {formatNumber(available)}</span>
      </p>
      <div aria-hidden className="mt-4 h-2 overflow-hidden rounded-full bg-surface-3">
        <div
          className={share >= 0.9 ? "h-full bg-highlight" : "h-full bg-action"}
          style={{ width: `${share * 100}%` }}
        />
      </div>
      <p className="mt-3 flex flex-wrap justify-between gap-x-4 text-sm text-muted">
        <span>{formatNumber(used)} used this period</span>
        <span>Resets on {formatDate(endsAt)}</span>
      </p>
    </Panel>
  );
}

/** The plan in short, with the link to its page. */
export function PlanPanel({
  planId,
  plan,
  lakeUnavailable,
  agreedCredits,
}: {
  planId: string;
  plan: Plan | null;
  lakeUnavailable: boolean;
  agreedCredits: number | null;
}) {
  return (
    <Panel
      title={`Plan: ${plan?.name ?? planId}`}
      aside={
        <Link to="/dashboard/plan" prefetch="intent" className={`text-sm ${textLink}`}>
          Change plan
        </Link>
      }
    >
      {plan ? (
        <dl className="grid gap-2 text-sm">
          {[["Price", planPriceInWords(plan)] as const, ...limitsInWords(plan, agreedCredits)].map(
            ([name, words]) => (
              <div key={name} className="flex justify-between gap-4">
                <dt className="text-faint">{name}</dt>
                <dd className="text-right">{words}</dd>
              </div>
            ),
          )}
        </dl>
      ) : (
        <p role="status" className="text-[0.9375rem] text-muted">
          {lakeUnavailable
            ? "The plans cannot be read right now. Your plan and your credits are safe."
            : "This plan is no longer on offer, and grants no new credits. Choose another one."}
        </p>
      )}
    </Panel>
  );
}
