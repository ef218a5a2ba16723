import type { SerializeFrom } from "@remix-run/node";
import { Form } from "@remix-run/react";
import type { BulkChange } from "@domain/administration/bulk";
import type { Changed, Previewed } from "@domain/administration/bulk.server";
import { useNavigationInFlight } from "~/connection/use-lost-connection";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/checkbox";
import { DataTable, type Column } from "./data-table";

type Account = SerializeFrom<Previewed>;

interface BulkPreviewProps {
  change: BulkChange;
  accounts: Account[];
  /** The outcome of each, once it was done. */
  outcomes: Changed[] | null;
}

const buttons: Record<BulkChange["intent"], string> = {
  role: "Change role of selected accounts",
  plan: "Change plan of selected accounts",
  ban: "Ban selected accounts",
};

/** What a change would do to each account; afterward, what it did. */
export function BulkPreview({ change, accounts, outcomes }: BulkPreviewProps) {
  const busy = useNavigationInFlight().formMethod === "POST";
  const possible = accounts.filter(({ blockedReason }) => !blockedReason);
  const refused = outcomes?.filter((outcome) => outcome.refused).length ?? 0;
  const outcomeOf = (id: string) => outcomes?.find((outcome) => outcome.id === id);
  const columns: Column<Account>[] = [
    ...(outcomes
      ? []
      : [
          {
            label: "Select",
            hidden: true,
            beside: true,
            cell: ({ user, blockedReason }: Account) => (
              <Checkbox
                name="account"
                value={`${user.id}:${user.version}`}
                defaultChecked={!blockedReason}
                disabled={blockedReason !== null}
                aria-label={`Change ${user.email}`}
                className="align-middle"
              />
            ),
          },
        ]),
    { label: "User", cell: ({ user }) => user.email },
    {
      label: "Change",
      cell: ({ before, after }) => (
        <span className="font-mono text-[0.8125rem]">
          {outcomes ? after : `${before} → ${after}`}
        </span>
      ),
    },
    {
      label: outcomes ? "Outcome" : "Possible?",
      cell: ({ user, blockedReason }) => (
        <Outcome
          outcome={outcomeOf(user.id)}
          over={outcomes !== null}
          blockedReason={blockedReason}
        />
      ),
    },
  ];
  return (
    <Form method="post" className="mt-6">
      {Object.entries(change).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {outcomes && (
        <p role="status" className="mb-4">
          {outcomes.length - refused} of {outcomes.length} changed
          {refused > 0 && <span className="text-bad">, {refused} refused</span>}.
        </p>
      )}
      <DataTable
        label="Preview"
        columns={columns}
        rows={accounts}
        keyOf={({ user }) => user.id}
        empty="These accounts no longer exist."
      />
      {!outcomes && possible.length > 0 && (
        <Button
          type="submit"
          size="sm"
          variant={change.intent === "ban" ? "destructive" : "default"}
          busy={busy}
          className="mt-5"
        >
          {busy ? "One moment …" : buttons[change.intent]}
        </Button>
      )}
    </Form>
  );
}

function Outcome({
  outcome,
  over,
  blockedReason,
}: {
  outcome: Changed | undefined;
  over: boolean;
  blockedReason: string | null;
}) {
  if (outcome?.refused) return <span className="text-bad">{outcome.refused}</span>;
  if (outcome) return <Badge tone="good">Changed</Badge>;
  if (over) return <span className="text-faint">Unchanged</span>;
  return blockedReason ? <span className="text-highlight">No: {blockedReason}</span> : <>Yes</>;
}
