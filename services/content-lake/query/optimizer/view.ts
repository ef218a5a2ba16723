import { LRUCache } from "lru-cache";
import type { Document } from "../../document";
import type { Collection, Documents } from "../collection";
import type { Dependencies } from "../dependencies";
import { TypeIndexes } from "./type-indexes";

/** Merges lists in order of ids into one in that order, each document once. */
export function ordered(lists: readonly (readonly Document[])[]): readonly Document[] {
  const [only, ...others] = lists.filter((list) => list.length > 0);
  if (others.length === 0) return only ?? [];
  return [...new Set(lists.flat())].sort((left, right) => (left._id < right._id ? -1 : 1));
}

/** A memoized part of a query. */
interface Part {
  value: readonly unknown[];
  dependencies: Dependencies;
  /** Processor time that it took to evaluate all of it. */
  milliseconds: number;
}

/** With the state of everything that it read. */
interface Remembered extends Part {
  version: number;
  types: ReadonlyMap<string, number>;
  documents: ReadonlyMap<string, Document | undefined>;
}

/** Maximum memoized array elements, over all parts of queries. */
const rememberedElements = 2_000_000;

/**
 * The documents of a lasting perspective, with what makes its queries fast: indexes and memoized
 * parts.
 */
export class View implements Documents {
  readonly #collection: Collection;
  readonly #indexes: TypeIndexes;
  readonly #remembered = new LRUCache<string, Remembered>({
    max: 1_000,
    maxSize: rememberedElements,
    sizeCalculation: ({ value }) => value.length + 1,
  });

  constructor(collection: Collection) {
    this.#collection = collection;
    this.#indexes = new TypeIndexes(collection);
  }

  get(id: string): Document | undefined {
    return this.#collection.get(id);
  }

  get all(): readonly Document[] {
    return this.#collection.all;
  }

  get types(): readonly string[] {
    return this.#collection.types;
  }

  ofType(type: string): readonly Document[] {
    return this.#collection.ofType(type);
  }

  find(type: string, path: readonly string[], value: string): readonly Document[] {
    return this.#indexes.find(type, path, value);
  }

  referring(type: string, id: string): readonly Document[] {
    return this.#indexes.referring(type, id);
  }

  /** The same of several types. */
  referringAmong(types: Iterable<string>, id: string): readonly Document[] {
    return ordered([...types].map((type) => this.referring(type, id)));
  }

  /**
   * What {@link remember} was given under that key, unless a write has touched its dependencies.
   */
  recall(key: string): Part | undefined {
    const remembered = this.#remembered.get(key);
    if (!remembered) return undefined;
    const { dependencies, version, types, documents } = remembered;
    const current =
      (!dependencies.everything || version === this.#collection.version()) &&
      [...types].every(([type, before]) => before === this.#collection.version(type)) &&
      [...documents].every(([id, before]) => before === this.get(id));
    if (current) return remembered;
    this.#remembered.delete(key);
    return undefined;
  }

  remember(key: string, part: Part): void {
    const { dependencies } = part;
    this.#remembered.set(key, {
      ...part,
      version: this.#collection.version(),
      types: new Map([...dependencies.types].map((type) => [type, this.#collection.version(type)])),
      documents: new Map(dependencies.reached.map((id) => [id, this.get(id)])),
    });
  }
}
