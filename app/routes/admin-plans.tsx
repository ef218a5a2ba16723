import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { changeByForm } from "~/account/administration/change-response.server";
import { requireAdmin } from "~/account/session/guards.server";
import { decidePlanRequest } from "@domain/administration/plan-changes.server";
import { readPlanOverview } from "@domain/administration/plan-overview.server";
import { readPlans } from "~/account/plans/own-plan.server";
import { planPriceInWords } from "~/ui/format/plan-price";
import { storable } from "@domain/database/storable-text";
import { DataTable, type Column } from "~/admin/data-table";
import { formatNumber } from "~/ui/format/format-number";
import { PlanRequest } from "~/admin/plan-request";
import { SectionHead } from "~/admin/section-head";
import { pageMeta } from "~/seo/meta";
import { Button } from "~/ui/button";
import { FormError } from "~/ui/field";
import { Icon } from "~/ui/icon";

export { PageError as ErrorBoundary } from "~/admin/admin-error";

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({
    matches,
    title: "Plans",
    description: "The catalog, and how many users are on each plan.",
    path: "/admin/plans",
    index: false,
  });

/** The maximum number of requests on one page; the next ones follow when these are decided. */
const maxRequests = 50;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const administrator = await requireAdmin(context.session, request, "plans.read");
  const plans = await readPlans();
  const { use, requests, warnings } = await readPlanOverview(administrator, plans, maxRequests);
  const useOf = (id: string | null) => use.find((row) => row.id === id);
  return {
    catalog: plans.map((plan) => ({
      document: plan._id,
      id: plan.id,
      name: plan.name,
      price: planPriceInWords(plan),
      credits: plan.credits,
      accounts: useOf(plan.id)?.accounts ?? 0,
      coming: useOf(plan.id)?.coming ?? 0,
    })),
    requests,
    warnings,
  };
}

const decision = z.object({
  intent: z.enum(["approve", "refuse"], "Approve or refuse."),
  requestId: z.uuid("That form is incomplete."),
  reason: storable(500),
});

export async function action({ request, context }: ActionFunctionArgs) {
  const administrator = await requireAdmin(context.session, request, "plans.decide");
  return changeByForm({ request, context }, decision, async ({ intent, requestId, reason }) => {
    const approve = intent === "approve";
    await decidePlanRequest(administrator, await readPlans(), { requestId, approve, reason });
    return { title: `Request ${approve ? "approved" : "refused"}`, to: "/admin/plans" };
  });
}

type PlanRow = ReturnType<typeof useLoaderData<typeof loader>>["catalog"][number];

const columns: Column<PlanRow>[] = [
  {
    label: "Plan",
    cell: ({ id, name }) => <span className="font-medium">{name ?? id}</span>,
  },
  { label: "Price", figures: true, cell: ({ price }) => price || "—" },
  {
    label: "Credits",
    figures: true,
    cell: ({ credits }) => (credits === null ? "—" : formatNumber(credits)),
  },
  {
    label: "Accounts",
    figures: true,
    cell: ({ id, accounts }) => (
      <Link
        to={`/admin/users?plan=${id ?? ""}`}
        className="underline decoration-line-strong underline-offset-4 hover:decoration-action"
      >
        {formatNumber(accounts)}
      </Link>
    ),
  },
  { label: "Switching next period", figures: true, cell: ({ coming }) => formatNumber(coming) },
  {
    label: "Edit",
    hidden: true,
    cell: ({ document, name, id }) => (
      <Button asChild size="xs" variant="outline">
        {/* Another application: only a full page load opens it. */}
        <a href={`/studio/intent/edit/id=${document};type=plan/`}>
          Edit<span className="sr-only"> {name ?? id} in the Studio</span>
        </a>
      </Button>
    ),
  },
];

export default function AdminPlans() {
  const { catalog, requests, warnings } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  return (
    <>
      <section aria-labelledby="plans">
        <SectionHead
          id="plans"
          title="Plans"
          lead="Plans are edited in the Studio. This page shows how many users are on each."
        />
        {warnings.length > 0 && (
          <ul aria-label="Warnings" className="mt-5 grid gap-2">
            {warnings.map((warning) => (
              <li
                key={warning}
                className="flex gap-3 rounded-lg border border-highlight/40 bg-highlight/10 px-4 py-3 text-[0.9375rem]"
              >
                <Icon name="triangle-alert" className="mt-0.5 size-5 shrink-0 text-highlight" />
                {warning}
              </li>
            ))}
          </ul>
        )}
        <DataTable
          className="mt-5"
          label="Plans"
          columns={columns}
          rows={catalog}
          keyOf={({ document }) => document}
          empty="The catalog has no plans. Create one in the Studio."
        />
      </section>
      <section aria-labelledby="requests" className="mt-10">
        <h3 id="requests" className="scroll-mt-28 text-lg font-semibold">
          Pending requests
        </h3>
        <div className="mt-4 empty:hidden">
          <FormError>{actionData?.message}</FormError>
        </div>
        {requests.length === 0 ? (
          <p className="mt-4 rounded-lg border border-dashed border-line-strong px-5 py-8 text-center text-[0.9375rem] text-muted">
            No pending requests.
          </p>
        ) : (
          <ul className="mt-4 grid gap-4 lg:grid-cols-2">
            {requests.map((request) => (
              <li key={request.id}>
                <PlanRequest request={request} result={actionData ?? null} />
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  );
}
