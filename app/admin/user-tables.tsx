import { Link } from "@remix-run/react";
import { cx } from "class-variance-authority";
import { entryLabels } from "@domain/plans/entry-labels";
import { Button } from "~/ui/button";
import { DataTable, type Column } from "./data-table";
import { formatNumber } from "~/ui/format/format-number";
import { TimeAgo } from "~/ui/time-ago";
import { PastTime } from "./date-time";
import { KeyStatus } from "./key-status";
import type { UserPage } from "./user-page";

type Session = UserPage["sessions"][number];
type Key = UserPage["keys"][number];
type Entry = UserPage["ledger"]["entries"][number];

interface TableSectionProps<Row> {
  id: string;
  title: string;
  columns: Column<Row>[];
  rows: readonly Row[];
  empty: string;
}

function TableSection<Row extends { id: string }>({ id, title, ...table }: TableSectionProps<Row>) {
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="text-lg font-semibold">
        {title}
      </h3>
      <DataTable className="mt-4" label={title} keyOf={(row) => row.id} {...table} />
    </section>
  );
}

const sessionColumns: Column<Session>[] = [
  {
    label: "Device",
    cell: ({ device, ipAddress }) => (
      <>
        {device}
        <span className="block font-mono text-[0.8125rem] text-muted">{ipAddress ?? "—"}</span>
      </>
    ),
  },
  { label: "Signed in", cell: ({ created_at: at }) => <TimeAgo at={at} /> },
  { label: "Last seen", cell: ({ last_seen_at: at }) => <TimeAgo at={at} /> },
];

/** The user's sessions. */
export function UserSessions({ sessions }: { sessions: Session[] }) {
  return (
    <TableSection
      id="user-sessions"
      title="Sessions"
      columns={sessionColumns}
      rows={sessions}
      empty="No open sessions."
    />
  );
}

const keyColumns = (owner: UserPage["user"]): Column<Key>[] => [
  { label: "Name", cell: ({ name }) => name },
  {
    label: "Key",
    cell: ({ prefix }) => <span className="font-mono text-[0.8125rem]">{prefix}…</span>,
  },
  { label: "Created", cell: ({ createdAt }) => <TimeAgo at={createdAt} /> },
  { label: "Last used", cell: ({ lastUsedAt }) => <TimeAgo at={lastUsedAt} /> },
  { label: "Status", cell: (key) => <KeyStatus apiKey={key} owner={owner} /> },
];

/** The user's keys: what identifies them, never their secrets. */
export function UserKeys({ keys, owner }: { keys: Key[]; owner: UserPage["user"] }) {
  return (
    <TableSection
      id="user-keys"
      title="API keys"
      columns={keyColumns(owner)}
      rows={keys}
      empty="No API keys yet."
    />
  );
}

const ledgerColumns: Column<Entry>[] = [
  { label: "When (UTC)", cell: ({ createdAt }) => <PastTime at={createdAt} /> },
  {
    label: "Entry",
    cell: ({ kind, operation, reason }) => (
      <>
        {entryLabels[kind]}
        {(operation ?? reason) && (
          <span className="block text-muted">{operation ?? `“${reason}”`}</span>
        )}
      </>
    ),
  },
  {
    label: "Amount",
    figures: true,
    cell: ({ amount }) => (
      <span className={cx(amount < 0 ? "text-bad" : "text-good")}>
        {amount > 0 && "+"}
        {formatNumber(amount)}
      </span>
    ),
  },
  { label: "Balance", figures: true, cell: ({ balance }) => formatNumber(balance) },
];

/** Entries of the user's ledger. */
export function LedgerTable({ className, entries }: { className?: string; entries: Entry[] }) {
  return (
    <DataTable
      className={className}
      label="Credits"
      keyOf={({ id }) => id}
      columns={ledgerColumns}
      rows={entries}
      empty="No credits have been granted or spent yet."
    />
  );
}

/** The newest entries of the user's ledger, and the link to the others. */
export function UserLedger({ ledger, userId }: { ledger: UserPage["ledger"]; userId: string }) {
  return (
    <section aria-labelledby="user-ledger">
      <h3 id="user-ledger" className="text-lg font-semibold">
        Credits
      </h3>
      <LedgerTable className="mt-4" entries={ledger.entries} />
      {ledger.next && (
        <SeeAllLink to={`/admin/users/${userId}/ledger`}>View full ledger</SeeAllLink>
      )}
    </section>
  );
}

/** The link to a list of which a user's page shows only the newest. */
export function SeeAllLink({ to, children }: { to: string; children: string }) {
  return (
    <Button asChild size="sm" variant="outline" className="mt-4">
      <Link to={to}>{children}</Link>
    </Button>
  );
}
