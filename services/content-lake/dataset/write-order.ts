import type { StoredDocument } from "../assets/asset-store";

/** Maximum documents of one transaction, and characters of their JSON. */
const maxBatchDocuments = 200;
const maxBatchCharacters = 2_000_000;

/**
 * Groups documents into transactions, each of each of which can be committed once those before it
 * are: what a document refers to strongly comes earlier or together with it. Documents in a
 * reference cycle stay together, however many.
 *
 * @param referencesOf ids that a document refers to strongly; ids outside of these documents are
 *   ignored
 */
export function inWritableOrder<T extends StoredDocument>(
  documents: readonly T[],
  referencesOf: (document: T) => Iterable<string>,
): T[][] {
  const batches: T[][] = [];
  let batch: T[] = [];
  let characters = 0;
  for (const circle of circles(documents, referencesOf)) {
    const size = JSON.stringify(circle).length;
    const full =
      batch.length + circle.length > maxBatchDocuments || characters + size > maxBatchCharacters;
    if (full && batch.length > 0) {
      batches.push(batch);
      [batch, characters] = [[], 0];
    }
    batch = [...batch, ...circle];
    characters += size;
  }
  return batch.length > 0 ? [...batches, batch] : batches;
}

interface Visit<T> {
  document: T;
  index: number;
  /** Tarjan's lowlink: the earliest open visit reachable from here. */
  low: number;
  open: boolean;
}

/**
 * Tarjan's strongly connected components, each after those that it refers to. With an explicit
 * stack instead of recursion: a chain of documents may be longer than the call stack is deep.
 */
function circles<T extends StoredDocument>(
  documents: readonly T[],
  referencesOf: (document: T) => Iterable<string>,
): T[][] {
  const byId = new Map(documents.map((document) => [document._id, document]));
  const visits = new Map<string, Visit<T>>();
  const open: Visit<T>[] = [];
  const found: T[][] = [];

  const begin = (document: T) => {
    const visit = { document, index: visits.size, low: visits.size, open: true };
    visits.set(document._id, visit);
    open.push(visit);
    return { visit, targets: [...referencesOf(document)] };
  };

  for (const root of documents) {
    if (visits.has(root._id)) continue;
    const path = [begin(root)];
    for (let at = path.at(-1); at; at = path.at(-1)) {
      const { visit, targets } = at;
      const id = targets.pop();
      const target = id === undefined ? undefined : byId.get(id);
      if (target) {
        const known = visits.get(target._id);
        if (!known) path.push(begin(target));
        else if (known.open) visit.low = Math.min(visit.low, known.index);
      } else if (id === undefined) {
        path.pop();
        const parent = path.at(-1)?.visit;
        if (parent) parent.low = Math.min(parent.low, visit.low);
        if (visit.low === visit.index) found.push(close(open, visit));
      }
    }
  }
  return found;
}

function close<T>(open: Visit<T>[], until: Visit<T>): T[] {
  const members = open.splice(open.lastIndexOf(until));
  for (const member of members) member.open = false;
  return members.map((member) => member.document);
}
