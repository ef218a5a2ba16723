import { type Document, isRecord } from "../document";
import { MutationFailure } from "../errors";

/**
 * Documents never change: each is scanned once, when it is checked, and not again when it is
 * committed.
 */
const known = new WeakMap<Document, ReadonlySet<string>>();

/**
 * The ids that a document refers to strongly: `_ref` without `_weak`. References into other
 * datasets (`_dataset`, `_projectId`, or the global form) are not checked here.
 */
export function strongReferences(document: Document): ReadonlySet<string> {
  const references = known.get(document) ?? findStrongReferences(document);
  known.set(document, references);
  return references;
}

function findStrongReferences(document: Document): Set<string> {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isRecord(value)) return;
    if (typeof value._ref === "string") {
      const elsewhere =
        "_dataset" in value ||
        "_projectId" in value ||
        value._type === "globalDocumentReference" ||
        value._ref.includes(":");
      if (value._weak !== true && !elsewhere) found.add(value._ref);
    }
    Object.values(value).forEach(visit);
  };
  visit(document);
  return found;
}

/** The strong references between all committed documents. */
export class ReferenceIndex {
  readonly #outgoing = new Map<string, ReadonlySet<string>>();
  readonly #incoming = new Map<string, Set<string>>();

  set(id: string, document: Document | undefined): void {
    for (const target of this.#outgoing.get(id) ?? []) {
      const sources = this.#incoming.get(target);
      sources?.delete(id);
      if (sources?.size === 0) this.#incoming.delete(target);
    }
    const targets = document ? strongReferences(document) : new Set<string>();
    if (targets.size === 0) this.#outgoing.delete(id);
    else this.#outgoing.set(id, targets);
    for (const target of targets) {
      const sources = this.#incoming.get(target);
      if (sources) sources.add(id);
      else this.#incoming.set(target, new Set([id]));
    }
  }

  /** The ids of the documents that refer to `id`. */
  to(id: string): ReadonlySet<string> {
    return this.#incoming.get(id) ?? new Set();
  }
}

/**
 * Checks that a transaction leaves no strong reference without its document. It checks the end
 * state, so that documents that refer to each other can be created, or deleted, together. Throws a
 * {@link MutationFailure} (409). Yields after each document.
 *
 * @param changes what the transaction leaves of each document it touched; `undefined` = deleted
 */
export function* checkReferences(
  changes: ReadonlyMap<string, Document | undefined>,
  committed: { get(id: string): Document | undefined },
  references: ReferenceIndex,
): Generator<undefined, void> {
  const exists = (id: string) =>
    changes.has(id) ? changes.get(id) !== undefined : committed.get(id) !== undefined;
  for (const [id, document] of changes) {
    yield;
    if (!document) continue;
    const missing = [...strongReferences(document)].filter((target) => !exists(target));
    if (missing.length === 0) continue;
    throw new MutationFailure(409, {
      type: "documentReferenceDoesNotExistError",
      description: `Document "${id}" references non-existent document "${missing.join('", "')}"`,
      id,
      referenceID: missing[0],
    });
  }
  for (const [id, document] of changes) {
    yield;
    // Fields that refer to it may allow only its type. https://www.sanity.io/docs/http-mutations
    const retyped = document && document._type !== (committed.get(id)?._type ?? document._type);
    if (document && !retyped) continue;
    const sources = [...references.to(id)].filter((source) => !changes.has(source));
    if (sources.length === 0) continue;
    const refused = retyped ? "given another type" : "deleted";
    throw new MutationFailure(409, {
      type: "documentHasExistingReferencesError",
      description: `Document "${id}" cannot be ${refused} as there are references to it from "${sources.join('", "')}"`,
      id,
      referencingIDs: sources,
    });
  }
}

/**
 * Publishing strengthens a reference that was weak only because its target was a draft:
 * `_strengthenOnPublish` is removed, and `_weak` with it unless the schema wants the reference
 * weak. https://www.sanity.io/docs/reference-type
 */
export function strengthened(document: Document): Record<string, unknown> {
  return Object.fromEntries(Object.entries(document).map(([name, value]) => [name, strong(value)]));
}

function strong(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strong);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, strong(inner)]);
  const copy: Record<string, unknown> = Object.fromEntries(entries);
  if (typeof value._ref === "string" && isRecord(value._strengthenOnPublish)) {
    delete copy._strengthenOnPublish;
    if (value._strengthenOnPublish.weak !== true) delete copy._weak;
  }
  return copy;
}
