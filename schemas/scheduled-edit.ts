import { z } from "zod";
import { fieldTitles } from "./validation/field-titles";
import { mergeEdits } from "./edits/merge-edits";

/**
 * The ids of scheduled edits begin with this; what follows is the published id of the document that
 * is edited.
 */
export const scheduledEditPrefix = "scheduledEdit.";

export const scheduledEditId = (publishedId: string): string => scheduledEditPrefix + publishedId;

/**
 * An edit of a published document that the backend publishes at a set time. It is not a type of the
 * Studio: editors see it in the form of the document that it edits.
 */
export const scheduledEdit = z.object({
  _id: z.string().startsWith(scheduledEditPrefix),
  _type: z.literal("scheduledEdit"),
  /** The published id, and the type. */
  document: z.string(),
  documentType: z.string(),
  /** The published revision when the edit was scheduled. */
  baseRevision: z.string(),
  /** That revision as JSON, so that what is published later is kept. Older edits have none. */
  base: z.string().nullish(),
  publishAt: z.iso.datetime(),
  /** The draft as JSON: as fields it would be found by queries and counted among references. */
  content: z.string(),
  /** Why it could not be published at its time. */
  problem: z.string().nullish(),
});

export type ScheduledEdit = z.infer<typeof scheduledEdit>;

const content = z.looseObject({ _type: z.string() });

export interface AppliedEdit {
  document: z.infer<typeof content>;
  /** Titles of the fields that were also changed by what was published in the meantime. */
  conflicts: string[];
}

/**
 * The document that a scheduled edit makes of what is published now.
 *
 * @throws when the edit's JSON is not a document's
 */
export function applyScheduledEdit(
  { base, baseRevision, content: json }: ScheduledEdit,
  published: { _rev: string; _type: string; [field: string]: unknown } | null | undefined,
): AppliedEdit {
  const edited = content.parse(JSON.parse(json));
  if (!published || published._rev === baseRevision) return { document: edited, conflicts: [] };
  if (!base) return { document: edited, conflicts: ["this document"] };
  const merged = mergeEdits(content.parse(JSON.parse(base)), edited, published);
  return {
    document: content.parse(merged.document),
    conflicts: titlesOf(merged.conflicts, edited),
  };
}

/**
 * The titles of the fields that a draft and a scheduled edit both change, each to something else.
 * There the draft keeps its own words when the edit is published, and would replace the edit's.
 *
 * @param applied what the edit makes of the published document
 */
export function sharedWithDraft(
  { document }: AppliedEdit,
  published: Record<string, unknown> | null,
  draft: Record<string, unknown> | null,
): string[] {
  if (!published || !draft) return [];
  return titlesOf(mergeEdits(published, draft, document).conflicts, document);
}

const titlesOf = (
  conflicts: ReturnType<typeof mergeEdits>["conflicts"],
  document: z.infer<typeof content>,
) => [...new Set(conflicts.map(([field]) => fieldTitles(document, String(field))))];
