import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { MessageState } from "@domain/messages/message-list";
import { DateTime } from "./date-time";
import { MessageBadge } from "./message-table";

interface MessageFactsProps {
  message: {
    name: string;
    email: string;
    company: string;
    /** The account of a sender who was signed in. */
    userId: string | null;
    state: MessageState;
    assigneeName: string | null;
    createdAt: Date | string;
    closedAt: Date | string | null;
  };
}

/** Who sent a message, when, and who takes care of it. */
export function MessageFacts({ message }: MessageFactsProps) {
  const { name, email, company, userId, state, assigneeName, createdAt, closedAt } = message;
  const facts: [string, ReactNode][] = [
    ["From", name],
    ["Email", email],
    ...(company ? [["Company", company] satisfies [string, ReactNode]] : []),
    [
      "Account",
      userId ? (
        <Link
          to={`/admin/users/${userId}`}
          className="underline decoration-line-strong underline-offset-4 hover:decoration-action"
        >
          Was signed in
        </Link>
      ) : (
        "Was not signed in"
      ),
    ],
    ["Status", <MessageBadge key="state" state={state} />],
    ["Assigned to", assigneeName ?? "Nobody"],
    ["Sent", <DateTime key="sent" at={createdAt} />],
    ...(closedAt
      ? [["Closed", <DateTime key="closed" at={closedAt} />] satisfies [string, ReactNode]]
      : []),
  ];
  return (
    <dl className="mt-5 grid gap-x-6 gap-y-2 rounded-lg border border-line bg-surface p-5 text-sm sm:grid-cols-2 sm:gap-y-4 sm:p-6 xl:grid-cols-4">
      {facts.map(([label, value]) => (
        <div key={label} className="min-w-0 max-sm:flex max-sm:gap-4">
          <dt className="text-faint max-sm:w-24 max-sm:shrink-0">{label}</dt>
          <dd className="min-w-0 wrap-anywhere sm:mt-1">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
