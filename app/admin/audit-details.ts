import { banDurations } from "@domain/administration/ban";
import { stateNames } from "@domain/administration/user-list";
import { auditActions } from "@domain/audit/audit";
import { commentStateNames } from "@domain/comments/comment-list";
import type { AuditDetail } from "@domain/database/tables.server";
import { formatNumber } from "~/ui/format/format-number";
import { atMinute } from "./date-time";

/** The names of plans, by their ids. */
export type PlanNames = Record<string, string>;

/** A fact of an audit entry in words: a value, or the values before and after. */
export interface AuditFact {
  label: string;
  values: string[];
}

/** The fields of audit details, as pages name them. */
const labels: Record<string, string> = {
  action: "Action",
  actor: "Actor",
  agreedCredits: "Agreed credits",
  articles: "Articles",
  bannedUntil: "Banned until",
  change: "Request",
  comments: "Comments",
  credits: "Credits",
  duration: "Duration",
  factor: "Second factor",
  format: "Format",
  from: "From",
  id: "Token ID",
  plan: "Plan",
  q: "Search",
  request: "Request",
  role: "Role",
  sessions: "Sessions",
  state: "Status",
  subject: "Target",
  to: "To",
  until: "Banned until",
  why: "Its reason",
};

const actions: Record<string, string> = auditActions;
const states: Record<string, string> = { ...stateNames, ...commentStateNames };

/** The values that a program reads, as pages name them. */
const names: Record<string, Record<string, string>> = {
  action: actions,
  change: actions,
  duration: banDurations,
  format: { csv: "CSV", jsonl: "JSON lines" },
  request: { waiting: "Pending", approved: "Approved", refused: "Refused" },
  state: states,
};

/** What an entry says of the time before and after, field by field; unknown fields as they are. */
export function auditFacts(
  { before, after }: { before: AuditDetail | null; after: AuditDetail | null },
  planNames: PlanNames,
): AuditFact[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields.map((field) => ({
    label: nameIn(labels, field) ?? field,
    values: [before, after].flatMap((side) =>
      side && field in side ? [inWords(field, side[field] ?? null, planNames)] : [],
    ),
  }));
}

function inWords(field: string, value: AuditDetail[string], planNames: PlanNames): string {
  if (value === null) return "None";
  if (typeof value === "number") return formatNumber(value);
  const text = String(value);
  if (field === "plan") return nameIn(planNames, text) ?? text;
  if (field === "until" || field === "bannedUntil") return atMinute(text) || text;
  return nameIn(names[field] ?? {}, text) ?? text;
}

/** Own properties alone: a plan with the id `constructor` was called by the code of Object. */
const nameIn = (list: Record<string, string>, key: string): string | undefined =>
  Object.hasOwn(list, key) ? list[key] : undefined;
