import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { csvLine } from "@domain/administration/csv";
import { actorOf, runAsAdministrator } from "@domain/administration/run-as-administrator.server";
import {
  auditFilter,
  readAudit,
  type AuditEntry,
  type AuditFilter,
} from "@domain/audit/audit-list.server";
import { record } from "@domain/audit/audit.server";
import type { Claims } from "@domain/accounts/claims";
import type { AuditDetail } from "@domain/database/tables.server";
import { readFilter } from "~/account/forms/read-filter.server";
import { requireAdmin, requireFreshSignIn } from "~/account/session/guards.server";
import { streamedFile } from "~/http/streamed-file.server";

const formats = ["csv", "jsonl"] as const;
const exported = auditFilter.omit({ after: true }).extend({ format: z.enum(formats) });

/** The entries that a filter of the audit log shows, as a file. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const administrator = await requireAdmin(context.session, request, "audit.read");
  const { format, ...filter } = readFilter(request, exported);
  const set = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ""));
  // A new sign-in must lead to a page, not to a download: to the log, with the same filter.
  const log = new URL(`/admin/audit?${new URLSearchParams(set)}`, request.url);
  await requireFreshSignIn(context.session, new Request(log));
  await runAsAdministrator(administrator, (tx) =>
    record(tx, actorOf(administrator), { action: "audit.export", after: { format, ...set } }),
  );
  const pages = pagesOf(administrator.claims, filter, format);
  return streamedFile(pages, { name: "audit-log", format });
}

async function* pagesOf(
  claims: Claims,
  filter: AuditFilter,
  format: (typeof formats)[number],
): AsyncGenerator<string> {
  let before = format === "csv" ? csvLine(head) : "";
  let after: string | undefined;
  do {
    const { entries, next } = await readAudit(claims, { ...filter, after }, 1_000);
    yield before + entries.map(format === "csv" ? asCsv : asJson).join("");
    before = "";
    after = next ?? undefined;
  } while (after);
}

const head = [
  ...["time", "action", "actor", "actor id", "ip address"],
  ...["target", "target id", "reason", "before", "after"],
];

function asCsv(entry: AuditEntry): string {
  const { happenedAt, action, actorName, actor, ipAddress, subjectName, subject, reason } = entry;
  return csvLine([
    ...[happenedAt.toISOString(), action, actorName, actor, ipAddress],
    ...[subjectName, subject, reason, detailOf(entry.before), detailOf(entry.after)],
  ]);
}

const detailOf = (detail: AuditDetail | null) => detail && JSON.stringify(detail);

function asJson(entry: AuditEntry): string {
  // The position in the list is of no use in a file.
  return `${JSON.stringify({ ...entry, moment: undefined })}\n`;
}
