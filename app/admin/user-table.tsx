import { Link } from "@remix-run/react";
import type { UserState } from "@domain/administration/user-list";
import type { Role } from "@domain/accounts/viewer";
import { Checkbox } from "~/ui/checkbox";
import { TimeAgo } from "~/ui/time-ago";
import { RoleBadge, StateBadge } from "./badges";
import { DataTable, type Column } from "./data-table";

/** An account as a page gets it. */
export interface UserTableRow {
  id: string;
  email: string;
  fullName: string | null;
  role: Role;
  /** Its name. */
  plan: string | null;
  state: UserState;
  createdAt: Date | string;
}

const select: Column<UserTableRow> = {
  label: "Select",
  hidden: true,
  beside: true,
  cell: ({ id, email }) => (
    <Checkbox name="id" value={id} aria-label={`Select ${email}`} className="align-middle" />
  ),
};

const columns: Column<UserTableRow>[] = [
  {
    label: "User",
    cell: ({ id, email, fullName }) => (
      <>
        <Link
          to={`/admin/users/${id}`}
          className="font-medium text-foreground underline decoration-line-strong underline-offset-4 hover:decoration-action"
        >
          {fullName ?? email}
        </Link>
        {fullName && <span className="block text-muted">{email}</span>}
      </>
    ),
  },
  { label: "Role", cell: ({ role }) => <RoleBadge role={role} /> },
  {
    label: "Plan",
    cell: ({ plan }) => <span className="text-muted">{plan ?? "None"}</span>,
  },
  { label: "Status", cell: ({ state }) => <StateBadge state={state} /> },
  {
    label: "Joined",
    cell: ({ createdAt }) => (
      <span className="text-muted">
        <TimeAgo at={createdAt} />
      </span>
    ),
  },
];

const selectableColumns = [select, ...columns];

/** Accounts. Selectable ones have a box each, named `id`, for the form around the table. */
export function UserTable({
  users,
  selectable = false,
  empty,
}: {
  users: readonly UserTableRow[];
  selectable?: boolean;
  empty: string;
}) {
  return (
    <DataTable
      label="Users"
      columns={selectable ? selectableColumns : columns}
      rows={users}
      keyOf={({ id }) => id}
      empty={empty}
    />
  );
}
