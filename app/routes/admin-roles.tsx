import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "~/account/session/guards.server";
import { readRoles } from "@domain/administration/role-overview.server";
import {
  includes,
  permissionTable,
  roleDescriptions,
  type Permission,
} from "@domain/accounts/permissions";
import { stateOf } from "@domain/administration/user-list";
import { roles } from "@domain/accounts/viewer";
import { RoleBadge, StateBadge } from "~/admin/badges";
import { DataTable, type Column } from "~/admin/data-table";
import { SectionHead } from "~/admin/section-head";
import { pageMeta } from "~/seo/meta";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";

export { PageError as ErrorBoundary } from "~/admin/admin-error";

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({
    matches,
    title: "Roles",
    description: "The roles, and what each may do.",
    path: "/admin/roles",
    index: false,
  });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const administrator = await requireAdmin(context.session, request, "roles.read");
  const { counts, holders } = await readRoles(administrator, 200);
  return {
    counts,
    holders: holders.map((holder) => ({
      id: holder.id,
      email: holder.email,
      fullName: holder.fullName,
      role: holder.role,
      state: stateOf(holder),
    })),
  };
}

const all = Object.keys(permissionTable).filter(
  (right): right is Permission => right in permissionTable,
);

const permissions: Column<Permission>[] = [
  { label: "Resource", cell: (permission) => permissionTable[permission].resource },
  { label: "Action", cell: (permission) => permissionTable[permission].description },
  ...roles.map((role) => ({
    label: role,
    cell: (right: Permission) =>
      includes(role, right) ? (
        <>
          <Icon name="check" className="size-5 text-good" />
          <span className="sr-only">Yes</span>
        </>
      ) : (
        <>
          <span aria-hidden className="text-faint">
            —
          </span>
          <span className="sr-only">No</span>
        </>
      ),
  })),
];

export default function AdminRoles() {
  const { counts, holders } = useLoaderData<typeof loader>();
  const people: Column<(typeof holders)[number]>[] = [
    {
      label: "User",
      cell: ({ email, fullName }) => (
        <>
          {fullName ?? email}
          {fullName && <span className="block text-muted">{email}</span>}
        </>
      ),
    },
    { label: "Role", cell: ({ role }) => <RoleBadge role={role} /> },
    { label: "Status", cell: ({ state }) => <StateBadge state={state} /> },
    {
      label: "Change",
      hidden: true,
      cell: ({ id, email }) => (
        <Button asChild size="xs" variant="outline">
          <Link to={`/admin/users/${id}?intent=role`}>
            Change<span className="sr-only"> the role of {email}</span>
          </Link>
        </Button>
      ),
    },
  ];
  return (
    <>
      <section aria-labelledby="roles">
        <SectionHead id="roles" title="Roles" lead="Each user has exactly one role." />
        <ul className="mt-5 grid gap-4 sm:grid-cols-3">
          {counts.map(({ role, total }) => (
            <li key={role} className="rounded-lg border border-line bg-surface p-5">
              <div className="flex items-center justify-between gap-4">
                <RoleBadge role={role} />
                <Link
                  to={`/admin/users?role=${role}`}
                  className="font-mono text-xl underline decoration-line-strong underline-offset-4 hover:decoration-action"
                >
                  {total}
                  <span className="sr-only"> {total === 1 ? "user" : "users"}</span>
                </Link>
              </div>
              <p className="mt-3 text-[0.9375rem] text-muted">{roleDescriptions[role]}</p>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="holders" className="mt-10">
        <h3 id="holders" className="text-lg font-semibold">
          Administrators and editors
        </h3>
        <p className="mt-1.5 text-[0.9375rem] text-muted">
          The last administrator who can sign in keeps the role. To change someone&apos;s role, open
          their account in the{" "}
          <Link to="/admin/users" className="text-action underline underline-offset-4">
            list of users
          </Link>
          .
        </p>
        <DataTable
          className="mt-4"
          label="Administrators and editors"
          columns={people}
          rows={holders}
          keyOf={({ id }) => id}
          empty="No administrators or editors yet."
        />
      </section>
      <section aria-labelledby="permissions" className="mt-10">
        <h3 id="permissions" className="text-lg font-semibold">
          Permissions by role
        </h3>
        <DataTable
          className="mt-4"
          label="What each role may do"
          columns={permissions}
          rows={all}
          keyOf={(right) => right}
          empty="No permissions."
        />
      </section>
    </>
  );
}
