import {
  type Document,
  isValidDocumentId,
  publishedIdOf,
  randomKey,
  withoutRevision,
} from "../document";
import { MutationFailure } from "../errors";
import { checkAttributes } from "../limits";
import type { Change, DocumentMutation, Written } from "../commit";
import { diff } from "../history/mendoza";
import { applyOperations } from "./patch";
import type { PatchOperations } from "./patch-operations";
import { checkReferences, type ReferenceIndex } from "./references";
import { Collection, type Documents } from "../query/collection";
import type { Perspectives } from "../query/perspective";
import { View } from "../query/optimizer";

/**
 * The documents as the operations of one transaction see and change them, over those committed.
 * Nothing becomes visible elsewhere until the store commits what {@link finish} returns. Methods
 * throw a {@link MutationFailure}.
 */
export class Transaction {
  readonly id: string;
  readonly purged = new Set<string>();
  readonly #timestamp: string;
  readonly #perspectives: Perspectives;
  readonly #committed: Documents;
  readonly #references: ReferenceIndex;
  readonly #after = new Map<string, Document | undefined>();
  readonly #mutations = new Map<string, DocumentMutation[]>();
  /** All documents as they now are; made when a query first selects among them after a change. */
  #own: { documents: Collection; view: View } | undefined;

  constructor(
    id: string,
    timestamp: string,
    committed: { perspectives: Perspectives; references: ReferenceIndex },
  ) {
    this.id = id;
    this.#timestamp = timestamp;
    this.#perspectives = committed.perspectives;
    this.#committed = committed.perspectives.raw;
    this.#references = committed.references;
  }

  get(id: string): Document | undefined {
    return this.#after.has(id) ? this.#after.get(id) : this.#committed.get(id);
  }

  /** The ids of a document's existing drafts and versions. */
  versionsOf(publishedId: string): string[] {
    const ids = new Set([
      ...this.#perspectives.versionsOf(publishedId),
      ...[...this.#after.keys()].filter(
        (id) => id !== publishedId && publishedIdOf(id) === publishedId,
      ),
    ]);
    return [...ids].filter((id) => this.get(id));
  }

  /** The current state of each document that it has touched. */
  get changed(): Written[] {
    return [...this.#after].map(([id, after]) => ({ id, after }));
  }

  /** All documents at this point of the transaction: what a mutation by query selects from. */
  get view(): View {
    if (this.#after.size === 0) return this.#perspectives.view("raw");
    if (!this.#own) {
      const documents = new Collection(this.#committed.all);
      documents.apply(this.changed);
      this.#own = { documents, view: new View(documents) };
    }
    return this.#own.view;
  }

  /**
   * `_id` may be missing, or end in a dot (a prefix): then it is generated. Returns the document's
   * id.
   */
  create(attributes: Record<string, unknown>): string {
    const document = this.#complete(attributes);
    if (this.get(document._id)) {
      throw new MutationFailure(409, {
        type: "documentAlreadyExistsError",
        id: document._id,
        description: `Document by ID "${document._id}" already exists`,
      });
    }
    this.#put(document, { create: withoutRevision(document) });
    return document._id;
  }

  createOrReplace(attributes: Record<string, unknown>): string {
    const document = this.#complete(attributes);
    this.#put(document, { createOrReplace: withoutRevision(document) });
    return document._id;
  }

  /** Yields where others may come in between: a patch may have many places. */
  *patch(id: string, operations: PatchOperations): Generator<undefined, void> {
    const document = this.get(id);
    if (!document) throw missingDocument(id);
    const { document: result, patches } = yield* applyOperations(document, operations);
    this.#set(id, { ...result, _createdAt: document._createdAt, ...this.#stamp() });
    if (patches.length === 0) this.#record(id, { patch: { id } });
    for (const patch of patches) this.#record(id, { patch: { id, ...patch } });
  }

  /** Forgets the document's history as well when the transaction commits. */
  purge(id: string): void {
    this.purged.add(id);
  }

  /** Returns whether the document existed. */
  delete(id: string): boolean {
    if (!this.get(id)) return false;
    this.#set(id, undefined);
    this.#record(id, { delete: { id } });
    return true;
  }

  /** Throws a {@link MutationFailure} (409) unless the document exists at that revision. */
  checkRevision(id: string, revision: string | undefined): void {
    const document = this.get(id);
    if (!document) throw missingDocument(id);
    if (revision === undefined || document._rev === revision) return;
    throw new MutationFailure(409, {
      type: "documentRevisionIDDoesNotMatchError",
      id,
      currentRevisionID: document._rev,
      expectedRevisionID: revision,
      description: `Document "${id}" has unexpected revision ID (${document._rev}), expected "${revision}"`,
    });
  }

  /**
   * Checks attributes and references of the outcome, and returns the change of each document.
   * Yields after each.
   */
  *finish(): Generator<undefined, Change[]> {
    for (const document of this.#after.values()) {
      yield;
      if (document) checkAttributes(document);
    }
    yield* checkReferences(this.#after, this.#committed, this.#references);
    const changes: Change[] = [];
    for (const [id, after] of this.#after) {
      yield;
      const before = this.#committed.get(id);
      if (!before && !after) continue;
      const [left, right] = [withoutRevision(before), withoutRevision(after)];
      changes.push({
        id,
        before,
        after,
        mutations: this.#mutations.get(id) ?? [],
        effects: { apply: diff(left, right), revert: diff(right, left) },
      });
    }
    return changes;
  }

  #complete(attributes: Record<string, unknown>): Document {
    const { _id: id = "", _type: type } = attributes;
    if (typeof type !== "string" || type === "" || type.length > 128) {
      throw invalid('Document is missing the required attribute "_type"');
    }
    if (typeof id !== "string") throw invalid('"_id" must be a string');
    const completeId = id === "" || id.endsWith(".") ? id + randomKey() : id;
    if (!isValidDocumentId(completeId)) {
      throw invalid(`Invalid document ID "${completeId.slice(0, 200)}"`);
    }
    checkAttributes({ ...attributes, _id: completeId });
    // Values from callers in this process may contain undefined and dates, and change afterward.
    const copy: Record<string, unknown> = JSON.parse(JSON.stringify(attributes));
    return {
      ...copy,
      _id: completeId,
      _type: type,
      _createdAt: instant(attributes._createdAt) ?? this.#timestamp,
      ...this.#stamp(),
    };
  }

  #stamp() {
    return { _updatedAt: this.#timestamp, _rev: this.id };
  }

  #put(document: Document, mutation: DocumentMutation): void {
    this.#set(document._id, document);
    this.#record(document._id, mutation);
  }

  #set(id: string, document: Document | undefined): void {
    this.#after.set(id, document);
    this.#own?.documents.apply([{ id, after: document }]);
  }

  #record(id: string, mutation: DocumentMutation): void {
    const mutations = this.#mutations.get(id);
    if (mutations) mutations.push(mutation);
    else this.#mutations.set(id, [mutation]);
  }
}

/** The 409 error for a document that does not exist. */
export function missingDocument(id: string): MutationFailure {
  return new MutationFailure(409, {
    type: "documentNotFoundError",
    id,
    description: `The document with the ID "${id}" was not found`,
  });
}

function invalid(description: string): MutationFailure {
  return new MutationFailure(400, { type: "validationError", description });
}

/** A creation may bring its own `_createdAt` (imports do). Anything but an instant is an error. */
function instant(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  const time = typeof value === "string" ? Date.parse(value) : NaN;
  if (typeof value !== "string" || Number.isNaN(time)) {
    throw invalid('"_createdAt" must be an ISO 8601 date and time');
  }
  return value;
}
