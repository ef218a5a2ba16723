import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { readAudit } from "@domain/audit/audit-list.server";
import { requireAdmin } from "~/account/session/guards.server";
import { readOverview } from "@domain/administration/overview.server";
import { AuditList } from "~/admin/audit-list";
import { auditRows } from "~/admin/audit-rows.server";
import { StatTiles } from "~/admin/stat-tiles";
import { PastTime } from "~/admin/date-time";
import { SectionHead } from "~/admin/section-head";
import { pageMeta } from "~/seo/meta";

export { PageError as ErrorBoundary } from "~/admin/admin-error";

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({
    matches,
    title: "Overview",
    description: "Current numbers, recent changes and sign-ups.",
    path: "/admin/overview",
    index: false,
  });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const administrator = await requireAdmin(context.session, request);
  const [{ figures, newestUsers }, { entries }] = await Promise.all([
    readOverview(administrator, 5),
    readAudit(administrator.claims, {}, 8),
  ]);
  return { figures, newestUsers, entries: await auditRows(entries) };
}

export default function Admin() {
  const { figures, newestUsers, entries } = useLoaderData<typeof loader>();
  return (
    <>
      <section aria-labelledby="overview">
        <SectionHead
          id="overview"
          title="Overview"
          lead="Current numbers, recent changes and sign-ups. All times are in UTC."
        />
        <StatTiles
          className="mt-5"
          figures={[
            { label: "Users", value: figures.users, to: "/admin/users" },
            { label: "New in the last 7 days", value: figures.new_users, to: "/admin/users" },
            {
              label: "Pending requests",
              value: figures.waiting_requests,
              to: "/admin/plans#requests",
              urgent: true,
            },
            {
              label: "Unconfirmed",
              value: figures.unconfirmed,
              to: "/admin/users?state=unconfirmed",
            },
            { label: "Banned", value: figures.banned, to: "/admin/users?state=banned" },
            { label: "Administrators", value: figures.administrators, to: "/admin/roles" },
          ]}
        />
      </section>
      <div className="mt-10 grid grid-cols-[minmax(0,1fr)] gap-10">
        <section aria-labelledby="newest-entries" className="min-w-0">
          <h3 id="newest-entries" className="text-lg font-semibold">
            Recent activity
          </h3>
          <AuditList
            className="mt-4"
            entries={entries}
            empty="No activity yet. Changes by administrators appear here."
          />
        </section>
        <section aria-labelledby="newest-users" className="min-w-0">
          <h3 id="newest-users" className="text-lg font-semibold">
            Recent sign-ups
          </h3>
          <ul className="mt-4 divide-y divide-line rounded-lg border border-line">
            {newestUsers.map(({ id, email, fullName, createdAt }) => (
              <li key={id}>
                <Link
                  to={`/admin/users/${id}`}
                  className="block px-4 py-3 text-sm transition-colors hover:bg-surface"
                >
                  <span className="block font-medium wrap-anywhere">{fullName ?? email}</span>
                  {fullName && <span className="block wrap-anywhere text-muted">{email}</span>}
                  <span className="text-faint">
                    <PastTime at={createdAt} />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </>
  );
}
