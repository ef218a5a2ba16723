import type { Written } from "../commit";
import type { Document } from "../document";

/**
 * From this many changes on, sorting all documents again is faster than finding the position of
 * each.
 */
const many = 100;

/** Documents as a query sees them, in order of their ids. */
export interface Documents {
  get(id: string): Document | undefined;
  readonly all: readonly Document[];
  ofType(type: string): readonly Document[];
}

/**
 * Documents by id and by type, each list in order of ids (by UTF-16 unit), so that a query without
 * an order returns the same before and after a restart.
 */
export class Collection implements Documents {
  readonly #byId = new Map<string, Document>();
  readonly #byType = new Map<string, Document[]>();
  #all: Document[] = [];
  readonly #versions = new Map<string, number>();
  #version = 0;

  constructor(documents: Iterable<Document> = []) {
    this.apply([...documents].map((after) => ({ id: after._id, after })));
  }

  get(id: string): Document | undefined {
    return this.#byId.get(id);
  }

  get all(): readonly Document[] {
    return this.#all;
  }

  /** All types of which documents have existed. */
  get types(): readonly string[] {
    return [...this.#byType.keys()];
  }

  ofType(type: string): readonly Document[] {
    return this.#byType.get(type) ?? [];
  }

  /**
   * A number that changes whenever a document of the type (or, without a type, any document) does.
   */
  version(type?: string): number {
    return type === undefined ? this.#version : (this.#versions.get(type) ?? 0);
  }

  /** Applies changes of documents. */
  apply(changes: readonly Written[]): void {
    if (changes.length >= many) return this.#applyMany(changes);
    for (const { id, after } of changes) {
      if (after) this.#put(after);
      else this.#remove(id);
    }
  }

  #applyMany(changes: readonly Written[]): void {
    const types = new Set<string>();
    for (const { id, after } of changes) {
      const before = this.#byId.get(id);
      if (before) types.add(before._type);
      if (after) types.add(after._type);
      if (after) this.#byId.set(id, after);
      else this.#byId.delete(id);
    }
    this.#all = [...this.#byId.values()].sort((left, right) => (left._id < right._id ? -1 : 1));
    for (const type of types) {
      this.#byType.set(type, []);
      this.#versions.set(type, ++this.#version);
    }
    for (const document of this.#all) {
      if (types.has(document._type)) this.#byType.get(document._type)?.push(document);
    }
  }

  #put(document: Document): void {
    const previous = this.#byId.get(document._id);
    if (previous && previous._type !== document._type) this.#remove(document._id);
    this.#byId.set(document._id, document);
    place(this.#all, document);
    const sameType = this.#byType.get(document._type);
    if (sameType) place(sameType, document);
    else this.#byType.set(document._type, [document]);
    this.#versions.set(document._type, ++this.#version);
  }

  #remove(id: string): void {
    const document = this.#byId.get(id);
    if (!document) return;
    this.#byId.delete(id);
    this.#all.splice(position(this.#all, id), 1);
    const sameType = this.#byType.get(document._type);
    sameType?.splice(position(sameType, id), 1);
    this.#versions.set(document._type, ++this.#version);
  }
}

/** The index of the document with that id, or where it would be. */
function position(documents: readonly Document[], id: string): number {
  let low = 0;
  let high = documents.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((documents[middle]?._id ?? "") < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

function place(documents: Document[], document: Document): void {
  const index = position(documents, document._id);
  if (documents[index]?._id === document._id) documents[index] = document;
  else documents.splice(index, 0, document);
}
