import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "~/account/session/guards.server";
import { planName } from "@domain/plans/plan.server";
import { readPlans } from "~/account/plans/own-plan.server";
import { readFilter } from "~/account/forms/read-filter.server";
import { userFilter } from "@domain/administration/user-list";
import { countedAtMost, countUsers, listUsers } from "@domain/administration/user-list.server";
import { formatNumber } from "~/ui/format/format-number";
import { Pager } from "~/ui/pager";
import { SectionHead } from "~/admin/section-head";
import { SelectableUsers } from "~/admin/selectable-users";
import { UserFilterForm } from "~/admin/user-filter-form";
import { pageMeta } from "~/seo/meta";
import { Button } from "~/ui/button";

export { PageError as ErrorBoundary } from "~/admin/admin-error";

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({
    matches,
    title: "Users",
    description: "All accounts of this site.",
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
    total === null
      ? `More than ${formatNumber(1_000)} users`
      : `${total === 0 ? "No" : total} ${total === 1 ? "user" : "users"}`;
  return (
    <section aria-labelledby="users">
      <SectionHead
        id="users"
        title="Users"
        lead={<span role="status">{filtered ? `${counted} found` : counted}</span>}
      >
        <Button asChild size="sm" variant="outline">
          {/* A download: the router would take it for a page. */}
          <a href={`/admin/users.csv?${new URLSearchParams(filter)}`}>Export CSV</a>
        </Button>
        <Button asChild size="sm">
          <Link to="/admin/users/invite">Invite user</Link>
        </Button>
      </SectionHead>
      <UserFilterForm filter={filter} plans={plans} />
      <SelectableUsers
        // Another list has other boxes.
        key={JSON.stringify(filter) + users[0]?.id}
        users={users}
        empty={
          filtered
            ? "No matching users. Search by the start of a name, an email address or an ID."
            : "No users yet."
        }
      />
      <Pager next={next} />
    </section>
  );
}
