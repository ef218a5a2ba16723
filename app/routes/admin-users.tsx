import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "~/account/session/guards.server";
import { planName } from "@domain/plans/plan.server";
import { readPlans } from "~/account/plans/own-plan.server";
import { readFilter } from "~/account/forms/read-filter.server";
import { userFilter } from "@domain/administration/user-list";
import { countedAtMost, countUsers, listUsers } from "@domain/administration/user-list.server";
import { formatNumber } from "~/ui/format-number";
import { Pager } from "~/admin/pager";
import { SectionHead } from "~/admin/section-head";
import { UserFilterForm } from "~/admin/user-filter-form";
import { UserTable } from "~/admin/user-table";
import { pageMeta } from "~/seo/meta";
import { Button } from "~/ui/button";

export { PageError as ErrorBoundary } from "~/admin/admin-error";

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({
    matches,
    title: "Users",
    description: "Who has an account.",
    path: "/admin/users",
    index: false,
  });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const administrator = await requireAdmin(context.session, request, "users.read");
  const filter = readFilter(request, userFilter);
  const [{ users, next }, total, plans] = await Promise.all([
    listUsers(administrator, filter, 50),
    countUsers(administrator, filter),
    readPlans(),
  ]);
  const { q, role, plan, state, sort } = filter;
  return {
    filter: { q, role, plan, state, sort },
    users: users.map((user) => ({ ...user, plan: user.plan && planName(plans, user.plan) })),
    next,
    total: total > countedAtMost ? null : total,
    plans: plans.flatMap(({ id, name }) => (id ? [{ value: id, label: name ?? id }] : [])),
  };
}

export default function AdminUsers() {
  const { filter, users, next, total, plans } = useLoaderData<typeof loader>();
  const { q, role, plan, state } = filter;
  const filtered = Boolean(q || role || plan || state);
  const counted =
    total === null ? `More than ${formatNumber(1_000)}` : total === 0 ? "Nobody" : String(total);
  return (
    <section aria-labelledby="users" className="mt-8">
      <SectionHead
        id="users"
        title="Users"
        lead={<span role="status">{filtered ? `${counted} found.` : `${counted} in all.`}</span>}
      >
        <Button asChild size="sm" variant="outline">
          {/* A download: the router would take it for a page. */}
          <a href={`/admin/users.csv?${new URLSearchParams(filter)}`}>Export CSV</a>
        </Button>
        <Button asChild size="sm">
          <Link to="/admin/users/invite">Invite someone</Link>
        </Button>
      </SectionHead>
      <UserFilterForm filter={filter} plans={plans} filtered={filtered} />
      <Form action="/admin/users/bulk" className="mt-6">
        <UserTable
          users={users}
          selectable
          empty={
            filtered
              ? "Nobody matches. Search for the beginning of a name, an email address or an ID."
              : "Nobody has an account yet."
          }
        />
        {users.length > 0 && (
          <div className="mt-4">
            <Button type="submit" size="sm" variant="secondary">
              Change the selected …
            </Button>
          </div>
        )}
      </Form>
      <Pager next={next} />
    </section>
  );
}
