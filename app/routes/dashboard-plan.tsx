import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { uuid } from "@domain/accounts/uuid";
import { settleOwnPlan } from "~/account/plans/own-plan.server";
import { requireUser } from "~/account/session/guards.server";
import { findPlan, planTransition } from "@domain/plans/plan.server";
import { readPlans } from "~/account/plans/own-plan.server";
import {
  keepPlan,
  ownPlanRequests,
  requestPlan,
  withdrawPlanRequest,
  type PlanRequestOutcome,
} from "@domain/plans/plan-requests.server";
import { readForm } from "~/account/forms/read-form.server";
import { DashboardPage } from "~/dashboard/dashboard-page";
import { PlanChoice } from "~/dashboard/plan-choice";
import { planDifference } from "~/dashboard/plan-difference";
import { readPlanTexts } from "~/dashboard/plan-texts.server";
import { PlanStatePanel } from "~/dashboard/plan-state-panel";
import { pageMeta } from "~/seo/meta";
import type { FlashToast } from "~/toasts/toast";
import { flashToast } from "~/toasts/flash-toast.server";

export { DashboardError as ErrorBoundary } from "~/dashboard/dashboard-error";

const here = "/dashboard/plan";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Plan",
    description: "Your plan, and the others.",
    path: here,
    index: false,
  });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { claims } = await requireUser(context.session, request);
  const [{ planStatus, plans }, requests, { rows, activation }] = await Promise.all([
    settleOwnPlan(claims),
    ownPlanRequests(claims, 1),
    readPlanTexts(),
  ]);
  const { planId, plan, agreedCredits, period, scheduledPlan, scheduledFor } = planStatus;
  const nameOf = (id: string) => findPlan(plans ?? [], id)?.name ?? id;
  const [last] = requests.map((request) => ({ ...request, name: nameOf(request.plan) }));
  return {
    /** The plan of the link that the user followed. */
    chosen: new URL(request.url).searchParams.get("chosen"),
    planId,
    plan,
    agreedCredits,
    lakeUnavailable: plans === null,
    endsAt: period.endsAt,
    scheduled:
      scheduledPlan && scheduledFor ? { name: nameOf(scheduledPlan), at: scheduledFor } : null,
    waiting: last?.state === "waiting" ? last : null,
    refused: last?.state === "refused" ? last : null,
    activation,
    plans: (plans ?? []).map((each) => ({
      ...each,
      way: planTransition(each, { id: planId, plan }),
      changes: plan ? planDifference({ plan, agreedCredits }, each, rows) : [],
    })),
  };
}

const intents = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("choose"), plan: z.string().max(96), from: z.string().max(96) }),
  z.object({ intent: z.literal("withdraw"), request: uuid }),
  z.object({ intent: z.literal("keep") }),
]);

const toasts: Record<PlanRequestOutcome, FlashToast> = {
  requested: {
    title: "Request sent",
    description: "An administrator will review it. You keep your current plan until then.",
    variant: "success",
  },
  "already-waiting": {
    title: "Request already pending",
    description: "You already have a pending request. Withdraw it to request another plan.",
    variant: "default",
  },
  "too-many-today": {
    title: "Nothing was changed",
    description: "You have asked for twenty changes since yesterday. Ask again tomorrow.",
    variant: "destructive",
  },
  scheduled: {
    title: "Change scheduled",
    description: "It takes effect when the period ends. Until then everything stays as it is.",
    variant: "success",
  },
  stale: {
    title: "Nothing was changed",
    description: "Your plan has changed since that page was opened. Check it again.",
    variant: "destructive",
  },
  refused: {
    title: "Nothing was changed",
    description: "That plan cannot be chosen from yours.",
    variant: "destructive",
  },
};

export async function action({ request, context }: ActionFunctionArgs) {
  const { claims } = await requireUser(context.session, request);
  const parsed = intents.safeParse(Object.fromEntries(await readForm(request)));
  if (!parsed.success)
    throw new Response("Unknown action. Reload the page and try again.", { status: 400 });
  const choice = parsed.data;
  switch (choice.intent) {
    case "choose":
      await flashToast(
        context.responseHeaders,
        toasts[await requestPlan(claims, await readPlans(), choice)],
      );
      break;
    case "withdraw":
      // One that was decided meanwhile shows its outcome on the page.
      await withdrawPlanRequest(claims, choice.request);
      break;
    case "keep":
      await keepPlan(claims, await readPlans());
  }
  throw redirect(here);
}

export default function PlanPage() {
  const { plans, activation, chosen, ...state } = useLoaderData<typeof loader>();
  return (
    <DashboardPage
      title="Plan"
      lead="Your plan, and the others that you can change to. Plans can be changed or canceled at any time."
    >
      <PlanStatePanel {...state} />
      {plans.length > 0 && (
        <PlanChoice
          plans={plans}
          from={state.planId}
          currentName={state.plan?.name ?? null}
          activation={activation}
          chosen={chosen}
          endsAt={state.endsAt}
          isWaiting={state.waiting !== null}
        />
      )}
    </DashboardPage>
  );
}
