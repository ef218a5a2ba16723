import { type Document, isRecord } from "../../document";
import type { Collection } from "../collection";

interface Index {
  version: number;
  /** Number of documents of the type in it. */
  done: number;
  buckets: Map<string, Document[]>;
}

type KeysOf = (document: Document) => Iterable<string>;

/** Maximum indexed paths; each index holds a document of a type once. */
const maxPaths = 100;

/**
 * The documents of a type by the string at a path (`slug.current`), and by the ids that they refer
 * to, made when a query first looks one up, and again after a write to the type: one walk over the
 * type, instead of one per query. A query that times out may end the walk anywhere: the next one
 * resumes where it stopped. Otherwise an index that takes longer than the time limit would never be
 * completed.
 */
export class TypeIndexes {
  readonly #collection: Collection;
  /** By path, then by type. */
  readonly #strings = new Map<string, Map<string, Index>>();
  readonly #references = new Map<string, Index>();
  /**
   * Documents never change: after a write to a type its other documents need not be scanned again.
   */
  readonly #targets = new WeakMap<Document, ReadonlySet<string>>();

  constructor(collection: Collection) {
    this.#collection = collection;
  }

  /** All documents of the type with exactly this string at the path, in order of their ids. */
  find(type: string, path: readonly string[], value: string): readonly Document[] {
    const name = JSON.stringify(path);
    let indexes = this.#strings.get(name);
    if (!indexes) {
      // Paths come from queries: a client could request ever new ones.
      if (this.#strings.size >= maxPaths) this.#strings.clear();
      this.#strings.set(name, (indexes = new Map<string, Index>()));
    }
    const buckets = this.#buckets(indexes, type, (document) => {
      const found = valueAt(document, path);
      return typeof found === "string" ? [found] : [];
    });
    return buckets.get(value) ?? [];
  }

  /** All documents of the type of which `references(id)` is true, in order of their ids. */
  referring(type: string, id: string): readonly Document[] {
    const buckets = this.#buckets(this.#references, type, (document) => {
      const known = this.#targets.get(document) ?? targetsOf(document);
      this.#targets.set(document, known);
      return known;
    });
    return buckets.get(id) ?? [];
  }

  #buckets(indexes: Map<string, Index>, type: string, keysOf: KeysOf): Index["buckets"] {
    const version = this.#collection.version(type);
    let index = indexes.get(type);
    if (index?.version !== version) {
      index = { version, done: 0, buckets: new Map() };
      indexes.set(type, index);
    }
    const documents = this.#collection.ofType(type);
    for (const document of index.done === 0 ? documents : documents.slice(index.done)) {
      for (const key of keysOf(document)) put(index.buckets, key, document);
      index.done += 1;
    }
    return index.buckets;
  }
}

function put(buckets: Index["buckets"], key: string, document: Document): void {
  const bucket = buckets.get(key);
  if (!bucket) buckets.set(key, [document]);
  // The walk may have been ended between this line and the count.
  else if (bucket.at(-1) !== document) bucket.push(document);
}

/** As GROQ reads `a.b`: only own attributes, only of objects. */
function valueAt(document: Document, path: readonly string[]): unknown {
  let value: unknown = document;
  for (const name of path) {
    if (!isRecord(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

/**
 * As `references()` looks for them: weak ones and those to other datasets too, and nothing within a
 * reference.
 */
function targetsOf(document: Document): Set<string> {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isRecord(value)) return;
    if (!value._ref) return Object.values(value).forEach(visit);
    if (typeof value._ref === "string") found.add(value._ref);
  };
  visit(document);
  return found;
}
