import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { messageStateNames, type MessageState } from "@domain/messages/message-list";
import { Badge } from "~/ui/badge";
import { Checkbox } from "~/ui/checkbox";
import { TimeAgo } from "~/ui/time-ago";
import { DataTable, type Column } from "./data-table";

/** A message as the page gets it. */
export interface MessageTableRow {
  id: string;
  name: string;
  email: string;
  subject: string;
  state: MessageState;
  assigneeName: string | null;
  createdAt: Date | string;
}

const tones = { open: "highlight", closed: "neutral" } as const;

/** Whether a message is open. */
export function MessageBadge({ state }: { state: MessageState }) {
  return <Badge tone={tones[state]}>{messageStateNames[state]}</Badge>;
}

const columns: Column<MessageTableRow>[] = [
  {
    label: "Select",
    hidden: true,
    beside: true,
    cell: ({ id, name }) => (
      <Checkbox
        name="id"
        value={id}
        aria-label={`Select the message of ${name}`}
        className="align-middle"
      />
    ),
  },
  {
    label: "Subject",
    cell: ({ id, subject }) => (
      <Link
        to={`/admin/messages/${id}`}
        prefetch="intent"
        className="font-medium underline decoration-line-strong underline-offset-4 hover:decoration-action"
      >
        {subject}
      </Link>
    ),
  },
  {
    label: "From",
    cell: ({ name, email }) => (
      <>
        {name}
        {/* Beside a long subject an address was broken before its last letter. */}
        <span className="block text-muted @2xl:min-w-44">{email}</span>
      </>
    ),
  },
  { label: "Status", cell: ({ state }) => <MessageBadge state={state} /> },
  {
    label: "Assigned to",
    cell: ({ assigneeName }) => <span className="text-muted">{assigneeName ?? "Nobody"}</span>,
  },
  {
    label: "Sent",
    cell: ({ createdAt }) => (
      <span className="text-muted">
        <TimeAgo at={createdAt} />
      </span>
    ),
  },
];

/** Messages, with a box each, named `id`, for the form around the table. */
export function MessageTable({
  messages,
  empty,
}: {
  messages: readonly MessageTableRow[];
  empty: ReactNode;
}) {
  return (
    <DataTable
      label="Messages"
      columns={columns}
      rows={messages}
      keyOf={({ id }) => id}
      empty={empty}
    />
  );
}
