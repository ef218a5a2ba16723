import { type Document, isRecord } from "../document";
import { type Collection } from "./collection";

interface Index {
  version: number;
  buckets: Map<string, Document[]>;
}

/**
 * The documents of a type by the string at a path (`slug.current`), and by the ids that they refer to, made when a query
 * first looks one up, and again after a write to the type: as much work as one walk over the type, instead of one each
 * query.
 */
export class TypeIndexes {
  readonly #collection: Collection;
  readonly #strings = new Map<string, Index>();
  readonly #references = new Map<string, Index>();
  /** Documents never change: after a write to a type the others of it need not be walked through again. */
  readonly #targets = new WeakMap<Document, ReadonlySet<string>>();

  constructor(collection: Collection) {
    this.#collection = collection;
  }

  /** All documents of the type with exactly this string at the path, in order of their ids. */
  find(type: string, path: readonly string[], value: string): readonly Document[] {
    // Paths come from queries: someone could ask for ever new ones.
    if (this.#strings.size >= 100) this.#strings.clear();
    const index = this.#index(this.#strings, JSON.stringify([type, path]), type, (document) => {
      const found = valueAt(document, path);
      return typeof found === "string" ? [found] : [];
    });
    return index.get(value) ?? [];
  }

  /** All documents of the type of which `references(id)` is true, in order of their ids. */
  referring(type: string, id: string): readonly Document[] {
    const index = this.#index(this.#references, type, type, (document) => {
      const known = this.#targets.get(document) ?? targetsOf(document);
      this.#targets.set(document, known);
      return known;
    });
    return index.get(id) ?? [];
  }

  #index(
    indexes: Map<string, Index>,
    name: string,
    type: string,
    keysOf: (document: Document) => Iterable<string>,
  ): Index["buckets"] {
    const version = this.#collection.version(type);
    let index = indexes.get(name);
    if (index?.version !== version) {
      index = { version, buckets: bucketsOf(this.#collection.ofType(type), keysOf) };
      indexes.set(name, index);
    }
    return index.buckets;
  }
}

function bucketsOf(
  documents: readonly Document[],
  keysOf: (document: Document) => Iterable<string>,
): Map<string, Document[]> {
  const buckets = new Map<string, Document[]>();
  for (const document of documents) {
    for (const key of keysOf(document)) {
      const bucket = buckets.get(key);
      if (bucket) bucket.push(document);
      else buckets.set(key, [document]);
    }
  }
  return buckets;
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

/** As `references()` looks for them: weak ones and those to other datasets too, and nothing within a reference. */
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
