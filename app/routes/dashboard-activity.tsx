import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { readFilter } from "~/account/forms/read-filter.server";
import { readPlansIfAvailable } from "~/account/plans/own-plan.server";
import { readOperationNames } from "~/account/plans/operation-names.server";
import { requireUser } from "~/account/session/guards.server";
import { Pager } from "~/ui/pager";
import { activityFilter, kindsOf } from "~/dashboard/activity-filter";
import { activityLines } from "~/dashboard/activity-lines.server";
import { ActivityList } from "~/dashboard/activity-list";
import { DashboardPage, Panel } from "~/dashboard/dashboard-page";
import { activityKinds } from "@domain/plans/activity-kinds";
import { readActivityPage } from "@domain/plans/activity-log.server";
import { pageMeta } from "~/seo/meta";
import { Button } from "~/ui/button";

export { DashboardError as ErrorBoundary } from "~/dashboard/dashboard-error";

const here = "/dashboard/activity";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Activity",
    description: "Everything that happened in your account.",
    path: here,
    index: false,
  });

/** How many events a page shows. */
const shown = 25;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { claims } = await requireUser(context.session, request);
  const { show, after } = readFilter(request, activityFilter);
  const [{ events, next }, plans, nameOperation] = await Promise.all([
    readActivityPage(claims, kindsOf(show), shown, after),
    readPlansIfAvailable(),
    readOperationNames(),
  ]);
  return { show, lines: activityLines(events, { plans: plans ?? [], nameOperation }), next };
}

const filters = [["", "All"], ...Object.entries(activityKinds)] as const;

export default function Activity() {
  const { show, lines, next } = useLoaderData<typeof loader>();
  const search = show && `?show=${show}`;
  return (
    <DashboardPage
      title="Activity"
      lead="Every change to your credits, keys and plan, and the sign-ins of the last 90 days, newest first."
      actions={
        <Button asChild size="sm" variant="outline">
          {/* A download: the router would take it for a page. */}
          <a href={`${here}.csv${search}`}>Export CSV</a>
        </Button>
      }
    >
      <nav aria-label="Filter">
        <ul className="flex flex-wrap gap-2">
          {filters.map(([kind, label]) => (
            <li key={kind}>
              <Link
                to={kind ? `?show=${kind}` : here}
                preventScrollReset
                aria-current={kind === show ? "true" : undefined}
                className="inline-flex min-h-8 items-center rounded-full border border-line-strong bg-surface-2 px-3 text-sm text-muted transition-colors hover:border-action hover:text-foreground aria-[current=true]:border-action aria-[current=true]:bg-action/10 aria-[current=true]:text-foreground"
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div>
        <Panel title={show ? activityKinds[show] : "All activity"} flush>
          {lines.length === 0 ? (
            <p className="px-5 py-8 text-center text-[0.9375rem] text-muted">
              {show ? "No activity of this kind." : "No activity yet."}
            </p>
          ) : (
            <ActivityList label="Activity" lines={lines} withBalance />
          )}
        </Panel>
        <Pager next={next} />
      </div>
    </DashboardPage>
  );
}
