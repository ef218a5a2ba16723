import { type Document, isRecord } from "../document";
import { type Collection } from "./collection";

interface Index {
  version: number;
  buckets: Map<string, Document[]>;
}

/**
 * The documents of a type by the string at a path (`slug.current`), made when a query first looks one up, and again
 * after a write to the type: as much work as one walk over the type, instead of one each query.
 */
export class FieldIndex {
  readonly #collection: Collection;
  readonly #indexes = new Map<string, Index>();

  constructor(collection: Collection) {
    this.#collection = collection;
  }

  /** All documents of the type with exactly this string at the path, in order of their ids. */
  find(type: string, path: readonly string[], value: string): readonly Document[] {
    const key = JSON.stringify([type, path]);
    const version = this.#collection.version(type);
    let index = this.#indexes.get(key);
    if (index?.version !== version) {
      index = { version, buckets: bucketsOf(this.#collection.ofType(type), path) };
      // Paths come from queries: someone could ask for ever new ones.
      if (this.#indexes.size >= 100) this.#indexes.clear();
      this.#indexes.set(key, index);
    }
    return index.buckets.get(value) ?? [];
  }
}

function bucketsOf(documents: readonly Document[], path: readonly string[]) {
  const buckets = new Map<string, Document[]>();
  for (const document of documents) {
    const value = valueAt(document, path);
    if (typeof value !== "string") continue;
    const bucket = buckets.get(value);
    if (bucket) bucket.push(document);
    else buckets.set(value, [document]);
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
