import { Form } from "@remix-run/react";
import type { Plan } from "@domain/plans/plan.server";
import type { PlanRequest } from "@domain/plans/plan-requests.server";
import { Button } from "~/ui/button";
import { formatDate } from "~/ui/format/format-date";
import { Panel } from "./dashboard-page";
import { limitsInWords } from "~/account/plans/plan-terms";
import { planPriceInWords } from "~/ui/format/plan-price";

interface PlanStatePanelProps {
  planId: string;
  /**
   * Null when the lake does not have it: while it is unavailable, or because the plan was removed.
   */
  plan: Plan | null;
  lakeUnavailable: boolean;
  agreedCredits: number | null;
  endsAt: Date;
  /** The name of the scheduled plan, and its start. */
  scheduled: { name: string; at: Date } | null;
  waiting: (PlanRequest & { name: string }) | null;
  /** The last request, when it was refused. */
  refused: (PlanRequest & { name: string }) | null;
}

/** The account's plan, and its scheduled change. */
export function PlanStatePanel(props: PlanStatePanelProps) {
  const { planId, plan, lakeUnavailable, agreedCredits, endsAt, scheduled, waiting, refused } =
    props;
  return (
    <Panel
      title={plan?.name ?? planId}
      aside={plan && <span className="text-[0.9375rem] text-muted">{planPriceInWords(plan)}</span>}
    >
      <div className="grid gap-4">
        {plan ? (
          <dl className="grid gap-x-8 gap-y-4 text-[0.9375rem] sm:grid-cols-2 xl:grid-cols-3">
            {limitsInWords(plan, agreedCredits).map(([name, words]) => (
              <div key={name}>
                <dt className="text-sm text-faint">{name}</dt>
                <dd className="mt-0.5">{words}</dd>
              </div>
            ))}
            <div>
              <dt className="text-sm text-faint">Next period</dt>
              <dd className="mt-0.5">{formatDate(endsAt)}</dd>
            </div>
          </dl>
        ) : (
          <p role="status" className="text-[0.9375rem] text-muted">
            {lakeUnavailable
              ? "The plans cannot be read right now. Your plan and your credits are safe; try again in a minute."
              : "This plan is no longer on offer, and grants no new credits. Choose another one below, or write to us."}
          </p>
        )}
        {scheduled && (
          <Notice
            text={`Changes to ${scheduled.name} on ${formatDate(scheduled.at)}. Until then everything stays as it is.`}
            intent="keep"
            button={`Keep ${plan?.name ?? planId}`}
          />
        )}
        {waiting && (
          <Notice
            text={`You requested ${waiting.name} on ${formatDate(waiting.createdAt)}. It is pending approval.`}
            intent="withdraw"
            id={waiting.id}
            button="Withdraw the request"
          />
        )}
        {refused && (
          <p className="rounded-lg border border-line bg-surface-2 px-4 py-3 text-[0.9375rem] text-muted">
            Your request for {refused.name} was refused on {formatDate(refused.decidedAt)}
            {refused.reason ? <>: {refused.reason}</> : "."}
          </p>
        )}
      </div>
    </Panel>
  );
}

function Notice({
  text,
  intent,
  id,
  button,
}: {
  text: string;
  intent: string;
  id?: string;
  button: string;
}) {
  return (
    <Form
      method="post"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg border border-highlight/40 bg-highlight/10 px-4 py-3"
    >
      <input type="hidden" name="intent" value={intent} />
      {id && <input type="hidden" name="request" value={id} />}
      <p className="min-w-0 flex-1 basis-64 text-[0.9375rem]">{text}</p>
      <Button type="submit" size="sm" variant="outline">
        {button}
      </Button>
    </Form>
  );
}
