import { cx } from "class-variance-authority";
import { Badge } from "~/ui/badge";
import { DataTable, type Column } from "./data-table";
import { inFigures } from "./in-figures";
import { Moment } from "./moment";
import type { UserPage } from "./user-page";

type Session = UserPage["sessions"][number];
type Key = UserPage["keys"][number];
type Entry = UserPage["ledger"][number];

const sessionColumns: Column<Session>[] = [
  { label: "Device", cell: ({ device }) => device },
  {
    label: "Address",
    cell: ({ address }) => <span className="font-mono text-[0.8125rem]">{address ?? "—"}</span>,
  },
  { label: "Began", cell: ({ created_at: at }) => <Moment at={at} /> },
  { label: "Last seen", cell: ({ last_seen_at: at }) => <Moment at={at} /> },
];

/** Where the person is signed in. */
export function UserSessions({ sessions }: { sessions: Session[] }) {
  return (
    <section aria-labelledby="user-sessions">
      <h3 id="user-sessions" className="text-lg font-semibold">
        Sessions
      </h3>
      <DataTable
        className="mt-4"
        label="Sessions"
        columns={sessionColumns}
        rows={sessions}
        keyOf={({ id }) => id}
        empty="Signed in nowhere."
      />
    </section>
  );
}

const keyColumns: Column<Key>[] = [
  { label: "Name", cell: ({ name }) => name },
  {
    label: "Key",
    cell: ({ prefix }) => <span className="font-mono text-[0.8125rem]">{prefix}…</span>,
  },
  { label: "Made", cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { label: "Last used", cell: ({ lastUsedAt }) => <Moment at={lastUsedAt} /> },
  { label: "State", cell: (key) => <KeyState apiKey={key} /> },
];

function KeyState({ apiKey }: { apiKey: Key }) {
  if (apiKey.revokedAt) return <Badge tone="bad">revoked</Badge>;
  const expired = apiKey.expiresAt && new Date(apiKey.expiresAt) < new Date();
  return expired ? <Badge>expired</Badge> : <Badge tone="good">works</Badge>;
}

/** The person's keys: what they are known by, never what they open with. */
export function UserKeys({ keys }: { keys: Key[] }) {
  return (
    <section aria-labelledby="user-keys">
      <h3 id="user-keys" className="text-lg font-semibold">
        API keys
      </h3>
      <DataTable
        className="mt-4"
        label="API keys"
        columns={keyColumns}
        rows={keys}
        keyOf={({ id }) => id}
        empty="No key has been made."
      />
    </section>
  );
}

const ledgerColumns: Column<Entry>[] = [
  { label: "When", cell: ({ createdAt }) => <Moment at={createdAt} /> },
  {
    label: "What",
    cell: ({ kind, operation, reason }) => (
      <>
        {kind}
        {(operation ?? reason) && (
          <span className="block text-paper-2">{operation ?? `“${reason}”`}</span>
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
        {inFigures(amount)}
      </span>
    ),
  },
  { label: "Balance", figures: true, cell: ({ balance }) => inFigures(balance) },
];

/** The newest entries of the person's ledger. */
export function UserLedger({ ledger }: { ledger: Entry[] }) {
  return (
    <section aria-labelledby="user-ledger">
      <h3 id="user-ledger" className="text-lg font-semibold">
        Credits
      </h3>
      <DataTable
        className="mt-4"
        label="Credits"
        columns={ledgerColumns}
        rows={ledger}
        keyOf={({ id }) => id}
        empty="No credits have been granted or spent yet."
      />
    </section>
  );
}
