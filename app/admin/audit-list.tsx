import { Link } from "@remix-run/react";
import { auditActions } from "@domain/audit/audit";
import type { AuditFact } from "./audit-details";
import { DataTable, type Column } from "./data-table";
import { PastTime } from "./date-time";

/** An audit entry as a page gets it. */
export interface AuditRow {
  id: number;
  happenedAt: Date | string;
  actor: string | null;
  actorName: string;
  action: string;
  subject: string | null;
  subjectName: string | null;
  ipAddress: string | null;
  reason: string | null;
  /** What changed, in words. */
  facts: AuditFact[];
}

const words: Record<string, string> = auditActions;

const when: Column<AuditRow> = {
  label: "When (UTC)",
  cell: ({ happenedAt }) => <PastTime at={happenedAt} />,
};
const who: Column<AuditRow> = {
  label: "Actor",
  cell: ({ actorName, ipAddress }) => (
    <span className="block md:min-w-34">
      {actorName}
      {ipAddress && <span className="block font-mono text-xs text-faint">{ipAddress}</span>}
    </span>
  ),
};
const what: Column<AuditRow> = {
  label: "Action",
  cell: ({ action, facts, reason }) => (
    <>
      {words[action] ?? action}
      {facts.map(({ label, values }) => (
        <span key={label} className="block text-[0.8125rem] text-faint">
          {label}: {values.join(" → ")}
        </span>
      ))}
      {reason && <span className="block text-muted">“{reason}”</span>}
    </>
  ),
};
const whom: Column<AuditRow> = {
  label: "Target",
  cell: ({ subject, subjectName }) =>
    subject ? (
      <Link
        to={`/admin/users/${subject}`}
        className="block text-action md:min-w-34 underline decoration-action/40 underline-offset-4 hover:decoration-action"
      >
        {subjectName ?? subject}
      </Link>
    ) : (
      "—"
    ),
};

/** Entries of the audit log. */
export function AuditList({
  entries,
  empty,
  withSubject = true,
  className,
}: {
  entries: readonly AuditRow[];
  empty: string;
  /** Whether it names the target; a user's own page need not. */
  withSubject?: boolean;
  className?: string;
}) {
  return (
    <DataTable
      label="Audit entries"
      columns={withSubject ? [when, who, what, whom] : [when, who, what]}
      rows={entries}
      keyOf={({ id }) => id}
      empty={empty}
      className={className}
    />
  );
}
