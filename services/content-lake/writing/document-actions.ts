import type { Action } from "./action-schema";
import { type Document, isDraftId, isPublishedId, isVersionId, publishedIdOf } from "../document";
import { MutationFailure } from "../errors";
import { strengthened } from "./references";
import { missingDocument, type Transaction } from "./transaction";

/**
 * Carries out the action within the transaction. Throws a {@link MutationFailure}. Yields within
 * long patches.
 */
export function* perform(transaction: Transaction, each: Action): Generator<undefined, void> {
  switch (each.actionType) {
    case "sanity.action.document.create":
      return create(transaction, each);
    case "sanity.action.document.replaceDraft":
      return replaceDraft(transaction, each);
    case "sanity.action.document.edit":
      return yield* edit(transaction, each);
    case "sanity.action.document.publish":
      return publish(transaction, each);
    case "sanity.action.document.unpublish":
      return unpublish(transaction, each);
    case "sanity.action.document.discard":
      return discard(transaction, each.draftId, each.purge);
    case "sanity.action.document.delete":
      return remove(transaction, each);
    case "sanity.action.document.version.create":
      return createVersion(transaction, each);
    case "sanity.action.document.version.discard":
      return discard(transaction, each.versionId, each.purge);
    case "sanity.action.document.version.replace":
      return replaceVersion(transaction, each.document);
    case "sanity.action.document.version.unpublish":
      return yield* unpublishVersion(transaction, each);
  }
}

type Of<Name extends string> = Extract<Action, { actionType: `sanity.action.document.${Name}` }>;

function create(transaction: Transaction, { publishedId, attributes, ifExists }: Of<"create">) {
  const draft = versionAttributes(attributes, publishedId);
  if (transaction.get(draft._id)) {
    if (ifExists === "ignore") return;
    throw conflict(draft._id, `Document "${draft._id}" already exists`);
  }
  if (transaction.get(publishedId)) {
    throw conflict(publishedId, `The published document "${publishedId}" already exists`);
  }
  transaction.create(draft);
}

/** Restoring an old revision. */
function replaceDraft(
  transaction: Transaction,
  { publishedId, attributes }: Of<"replaceDraft">,
): void {
  const draft = versionAttributes(attributes, publishedId);
  if (!transaction.get(draft._id) && !transaction.get(publishedId)) {
    throw missingDocument(publishedId);
  }
  transaction.createOrReplace(draft);
}

/** The first edit of a published document makes its draft. */
function* edit(
  transaction: Transaction,
  { draftId, versionId, publishedId, patch }: Of<"edit">,
): Generator<undefined, void> {
  const target = versionOf(versionId ?? draftId, publishedId);
  if (!transaction.get(target)) {
    const published = transaction.get(publishedId);
    if (!published) throw missingDocument(target);
    transaction.create(copyOf(published, target));
  }
  yield* transaction.patch(target, patch);
}

function publish(transaction: Transaction, each: Of<"publish">): void {
  const { publishedId, ifDraftRevisionId, ifPublishedRevisionId } = each;
  const source = versionOf(each.versionId ?? each.draftId, publishedId);
  transaction.checkRevision(source, ifDraftRevisionId);
  const published = transaction.get(publishedId);
  if (ifPublishedRevisionId !== undefined) {
    transaction.checkRevision(publishedId, ifPublishedRevisionId);
  }
  const draft = transaction.get(source);
  if (!draft) throw missingDocument(source);
  const document: Record<string, unknown> = {
    ...strengthened(draft),
    _id: publishedId,
    _createdAt: published?._createdAt ?? draft._createdAt,
  };
  // A version's release metadata does not apply to the published document. Setting it to undefined
  // would leave a key that clients do not have, and effects count keys.
  delete document._system;
  transaction.createOrReplace(document);
  transaction.delete(source);
}

function unpublish(transaction: Transaction, { draftId, publishedId }: Of<"unpublish">): void {
  const target = versionOf(draftId, publishedId);
  const published = transaction.get(publishedId);
  if (!published) throw missingDocument(publishedId);
  if (!transaction.get(target)) transaction.create(copyOf(published, target));
  transaction.delete(publishedId);
}

function discard(transaction: Transaction, id: string, purge = false): void {
  if (isPublishedId(id)) {
    throw invalid(`Document "${id}" is neither a draft nor a version`);
  }
  if (!transaction.delete(id)) throw missingDocument(id);
  if (purge) transaction.purge(id);
}

/**
 * https://www.sanity.io/docs/http-actions#delete: an existing draft or version must be named, or
 * nothing is deleted.
 */
function remove(
  transaction: Transaction,
  { publishedId, includeDrafts, purge }: Of<"delete">,
): void {
  const versions = includeDrafts.map((version) => versionOf(version, publishedId));
  const left = transaction.versionsOf(publishedId).find((id) => !versions.includes(id));
  if (left !== undefined) {
    throw conflict(left, `Document "${left}" exists, and the deletion does not include it`);
  }
  if (!transaction.delete(publishedId)) throw missingDocument(publishedId);
  versions.forEach((version) => transaction.delete(version));
  if (purge) [publishedId, ...versions].forEach((each) => transaction.purge(each));
}

function createVersion(transaction: Transaction, each: Of<"version.create">): void {
  const { publishedId, document, baseId, versionId, ifBaseRevisionId } = each;
  if (document) {
    transaction.create(versionAttributes(document, publishedId));
    return;
  }
  if (baseId === undefined || versionId === undefined) {
    throw invalid('"document", or "baseId" and "versionId", are required');
  }
  transaction.checkRevision(baseId, ifBaseRevisionId);
  const base = transaction.get(baseId);
  if (!base || publishedIdOf(baseId) !== publishedId) throw missingDocument(baseId);
  transaction.create(copyOf(base, versionOf(versionId, publishedId)));
}

function replaceVersion(transaction: Transaction, document: Record<string, unknown>): void {
  const version = versionAttributes(document, publishedIdOf(String(document._id)));
  if (!transaction.get(version._id)) throw missingDocument(version._id);
  transaction.createOrReplace(version);
}

/** Notes that publishing the release will unpublish the document. */
function* unpublishVersion(
  transaction: Transaction,
  { versionId, publishedId }: Of<"version.unpublish">,
): Generator<undefined, void> {
  const target = versionOf(versionId, publishedId);
  const published = transaction.get(publishedId);
  if (!published) throw missingDocument(publishedId);
  if (!transaction.get(target)) transaction.create(copyOf(published, target));
  yield* transaction.patch(target, { set: { "_system.delete": true } });
}

/** A draft's or version's id, which must belong to the published one. */
function versionOf(id: string | undefined, publishedId: string): string {
  if (
    id === undefined ||
    !isPublishedId(publishedId) ||
    (!isDraftId(id) && !isVersionId(id)) ||
    publishedIdOf(id) !== publishedId
  ) {
    throw invalid(`"${id ?? ""}" is not a draft or version of "${publishedId}"`);
  }
  return id;
}

function versionAttributes(given: Record<string, unknown>, publishedId: string) {
  const id = versionOf(typeof given._id === "string" ? given._id : undefined, publishedId);
  return { ...given, _id: id };
}

/** The transaction gives it its own revision and time of change. */
function copyOf(document: Document, id: string): Record<string, unknown> {
  return { ...document, _id: id };
}

function conflict(id: string, description: string): MutationFailure {
  return new MutationFailure(409, { type: "documentConflictError", id, description });
}

function invalid(description: string): MutationFailure {
  return new MutationFailure(400, { type: "validationError", description });
}
