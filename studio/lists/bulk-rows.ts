import type { Action, SanityClient } from "@sanity/client";
import { singletonTypes } from "../../schemas";
import { checkContent, type LakeDocument } from "../../schemas/content-check";
import { titleOf } from "../../schemas/content-check/finding";
import { referencesIn } from "../../schemas/paths/links";
import { draftIdOf, publishedIdOf } from "../../schemas/edits/draft-ids";
import { isForAdministrators } from "../publishing/administrators-publish";
import { urlChangeOf, publishAndRedirectActions } from "../publishing/redirects-of-renamed";

export const bulkActions = ["publish", "unpublish", "delete"] as const;
export type BulkAction = (typeof bulkActions)[number];

/** A document in the list: its draft, its published version, or both. */
export interface BulkRow {
  /** The published id. */
  id: string;
  type: string;
  title: string;
  draft: LakeDocument | null;
  published: LakeDocument | null;
  /** Why the draft cannot be published, as its form says it. */
  problem: string | null;
  /** The published ids of all documents that refer to it: while one does, it cannot be removed. */
  usedBy: readonly string[];
}

/**
 * The documents that can be published, unpublished or deleted together: all but singletons.
 *
 * @param documents every document of the lake, drafts and assets included
 * @returns sorted by title
 */
export function bulkRows(documents: readonly LakeDocument[]): BulkRow[] {
  const problems = new Map(
    checkContent(documents, new Date())
      .filter(({ kind }) => kind === "unfinished")
      .map(({ id, message }) => [id, message]),
  );
  const users = usersOf(documents);
  const rows = new Map<string, BulkRow>();
  for (const document of documents) {
    const { _id, _type } = document;
    if (/^(sanity|system)\./.test(_type) || singletonTypes.includes(_type)) continue;
    // A scheduled edit belongs to the document that it edits.
    if (_type === "scheduledEdit") continue;
    const id = publishedIdOf(_id);
    const { draft = null, published = null } = rows.get(id) ?? {};
    const isDraft = _id !== id;
    const row = {
      draft: isDraft ? document : draft,
      published: isDraft ? published : document,
    };
    const title = titleOf(row.draft ?? document);
    const problem = problems.get(id) ?? null;
    const usedBy = [...(users.get(id) ?? [])];
    rows.set(id, { id, type: _type, title, ...row, problem, usedBy });
  }
  return [...rows.values()].sort((a, b) => a.title.localeCompare(b.title));
}

/** By published id, the published ids of the documents that refer to it. */
function usersOf(documents: readonly LakeDocument[]): Map<string, Set<string>> {
  const users = new Map<string, Set<string>>();
  for (const document of documents) {
    const user = publishedIdOf(document._id);
    for (const { id } of referencesIn(document))
      if (id !== user) users.set(id, (users.get(id) ?? new Set()).add(user));
  }
  return users;
}

/** The rows that would stay, because documents that are not removed with them refer to them. */
export function stillUsed(rows: readonly BulkRow[]): BulkRow[] {
  const removed = new Set(rows.map(({ id }) => id));
  return rows.filter(({ usedBy }) => usedBy.some((id) => !removed.has(id)));
}

/** Whether an action makes sense for a document and is permitted to a user with these roles. */
export function applies(
  action: BulkAction,
  { type, draft, published, problem }: BulkRow,
  roles: readonly { name: string }[] | undefined,
): boolean {
  if (isForAdministrators(type, action, roles)) return false;
  if (action === "publish") return draft !== null && problem === null;
  return action === "delete" || published !== null;
}

/** The rows in an order in which each document precedes those that it refers to. */
export function referrersFirst(rows: readonly BulkRow[]): BulkRow[] {
  const ordered = new Set<BulkRow>();
  const waiting = new Set(rows);
  function visit(row: BulkRow) {
    if (!waiting.delete(row)) return;
    for (const other of rows) if (row.usedBy.includes(other.id)) visit(other);
    ordered.add(row);
  }
  for (const row of rows) visit(row);
  return [...ordered];
}

/**
 * The lake's actions for one document, in one transaction. Publishing creates a redirect when the
 * URL changes, as the form does.
 *
 * @throws when a redirect that would have to change has a draft
 */
export async function actionsFor(
  client: Pick<SanityClient, "fetch">,
  action: BulkAction,
  { id, draft, published }: Pick<BulkRow, "id" | "draft" | "published">,
): Promise<Action[]> {
  const draftId = draftIdOf(id);
  if (action === "unpublish") {
    return [{ actionType: "sanity.action.document.unpublish", draftId, publishedId: id }];
  }
  if (action === "delete") {
    // Without a published version, there is nothing for the delete action to delete.
    if (!published) return [{ actionType: "sanity.action.document.discard", draftId }];
    const includeDrafts = draft ? [draftId] : [];
    return [{ actionType: "sanity.action.document.delete", publishedId: id, includeDrafts }];
  }
  const urlChange = draft && published && urlChangeOf(published, draft);
  const revision = typeof draft?._rev === "string" ? draft._rev : "";
  if (urlChange)
    return publishAndRedirectActions(client, { _id: draftId, _rev: revision }, urlChange);
  return [
    {
      actionType: "sanity.action.document.publish",
      draftId,
      publishedId: id,
      ifDraftRevisionId: revision,
    },
  ];
}
