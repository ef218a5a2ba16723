import { Link } from "@remix-run/react";
import { auditActions } from "@domain/audit/audit";
import type { AuditDetail } from "@domain/database/tables.server";
import { DataTable, type Column } from "./data-table";
import { DateTime } from "./date-time";

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
  before: AuditDetail | null;
  after: AuditDetail | null;
}

const words: Record<string, string> = auditActions;

const when: Column<AuditRow> = {
  label: "When",
  cell: ({ happenedAt }) => <DateTime at={happenedAt} />,
};
const who: Column<AuditRow> = {
  label: "Actor",
  cell: ({ actorName, ipAddress }) => (
    <span className="block md:min-w-34">
      {actorName}
      {ipAddress && <span className="block font-mono text-xs text-paper-3">{ipAddress}</span>}
    </span>
  ),
};
const what: Column<AuditRow> = {
  label: "Action",
  cell: ({ action, before, after, reason }) => (
    <>
      {words[action] ?? action}
      <Changes before={before} after={after} />
      {reason && <span className="block text-paper-2">“{reason}”</span>}
    </>
  ),
};
const whom: Column<AuditRow> = {
  label: "Target",
  cell: ({ subject, subjectName }) =>
    subject ? (
      <Link
        to={`/admin/users/${subject}`}
        className="block text-cyan md:min-w-34 underline decoration-cyan/40 underline-offset-4 hover:decoration-cyan"
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

/** Each field of an entry, before and after. */
function Changes({ before, after }: Pick<AuditRow, "before" | "after">) {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (fields.length === 0) return null;
  return (
    <span className="block font-mono text-xs text-paper-3">
      {fields.map((field) => (
        <span key={field} className="block">
          {field}: {[before, after].flatMap((side) => say(side, field)).join(" → ")}
        </span>
      ))}
    </span>
  );
}

function say(detail: AuditDetail | null, field: string): string[] {
  if (!detail || !(field in detail)) return [];
  return [String(detail[field] ?? "none")];
}
