import { redirect, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readActivity } from "@domain/plans/activity.server";
import { readOperationNames } from "~/account/plans/operation-names.server";
import { settleOwnPlan } from "~/account/plans/own-plan.server";
import { requireUser } from "~/account/session/guards.server";
import { can } from "@domain/accounts/permissions";
import { ProfileFacts } from "~/account/profile/profile-facts";
import { activityLines } from "~/dashboard/activity-lines.server";
import { ActivityPanel } from "~/dashboard/activity-panel";
import { CreditsPanel, PlanPanel } from "~/dashboard/credits-panel";
import { DashboardPage, Panel } from "~/dashboard/dashboard-page";
import { firstCall } from "~/dashboard/first-call.server";
import { FirstStepsPanel } from "~/dashboard/first-steps-panel";
import { NoCalls } from "~/dashboard/no-calls";
import { UsageBreakdown } from "~/dashboard/usage-breakdown";
import { UsageChart } from "~/dashboard/usage-chart";
import { pageMeta } from "~/seo/meta";
import { Button } from "~/ui/button";

export { DashboardError as ErrorBoundary } from "~/dashboard/dashboard-error";

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({
    matches,
    title: "Dashboard",
    description: "Your account.",
    path: "/dashboard",
    index: false,
  });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { claims, viewer } = await requireUser(context.session, request);
  if (can(viewer, "administration.open")) throw redirect("/admin");
  // Read first, because it makes the period's grant, which the others count.
  const { planStatus, plans } = await settleOwnPlan(claims);
  const { planId, plan, agreedCredits, period } = planStatus;
  const [{ credits, events, usage, steps }, nameOperation] = await Promise.all([
    readActivity(claims, period.startsAt),
    readOperationNames(),
  ]);
  const hasCalls = usage.days.some(({ calls }) => calls > 0);
  const namedOperations = usage.operations.map((used) => ({
    ...used,
    name: used.id && nameOperation(used.id),
  }));
  return {
    viewer,
    hasStudio: can(viewer, "studio.open"),
    plan: { planId, plan, agreedCredits, lakeUnavailable: plans === null },
    credits: { ...credits, endsAt: period.endsAt },
    usage: { ...usage, operations: namedOperations },
    steps,
    hasCalls,
    call: hasCalls || !steps.workingKey ? null : await firstCall(planId, null),
    events: activityLines(events, { plans: plans ?? [], nameOperation }),
  };
}

export default function Dashboard() {
  const { viewer, hasStudio, plan, credits, usage, hasCalls, call, events, steps } =
    useLoaderData<typeof loader>();
  return (
    <DashboardPage
      title={viewer.fullName ? `Hello, ${viewer.fullName}` : "Your dashboard"}
      actions={
        hasStudio && (
          <Button asChild variant="outline" size="sm">
            <a href="/studio">Open the Studio</a>
          </Button>
        )
      }
    >
      <FirstStepsPanel steps={steps} />
      <div className="grid gap-6 md:grid-cols-2">
        <CreditsPanel {...credits} />
        <PlanPanel {...plan} />
      </div>
      <Panel title="Credits used, last 30 days">
        {hasCalls ? (
          <>
            <UsageChart days={usage.days} />
            <UsageBreakdown {...usage} />
          </>
        ) : (
          <NoCalls hasKey={steps.workingKey} call={call} />
        )}
      </Panel>
      <ActivityPanel events={events} />
      <Panel title="Account">
        <ProfileFacts viewer={viewer} />
      </Panel>
    </DashboardPage>
  );
}
