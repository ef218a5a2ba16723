import { type Document } from "../document";

/** Documents as a query sees them, in order of their ids. */
export interface Documents {
  get(id: string): Document | undefined;
  readonly all: readonly Document[];
  ofType(type: string): readonly Document[];
}

/**
 * Documents by id and by type, each list in order of ids (by UTF-16 unit), so that a query without an order answers
 * the same before and after a restart.
 */
export class Collection implements Documents {
  readonly #byId = new Map<string, Document>();
  readonly #byType = new Map<string, Document[]>();
  readonly #all: Document[] = [];
  readonly #versions = new Map<string, number>();
  #version = 0;

  constructor(documents: Iterable<Document> = []) {
    for (const document of documents) this.put(document);
  }

  get(id: string): Document | undefined {
    return this.#byId.get(id);
  }

  get all(): readonly Document[] {
    return this.#all;
  }

  /** All that there have been documents of. */
  get types(): readonly string[] {
    return [...this.#byType.keys()];
  }

  ofType(type: string): readonly Document[] {
    return this.#byType.get(type) ?? [];
  }

  /** A number that changes whenever a document of the type (or, without a type, any document) does. */
  version(type?: string): number {
    return type === undefined ? this.#version : (this.#versions.get(type) ?? 0);
  }

  set(id: string, document: Document | undefined): void {
    if (document) this.put(document);
    else this.remove(id);
  }

  put(document: Document): void {
    const previous = this.#byId.get(document._id);
    if (previous && previous._type !== document._type) this.remove(document._id);
    this.#byId.set(document._id, document);
    place(this.#all, document);
    const sameType = this.#byType.get(document._type);
    if (sameType) place(sameType, document);
    else this.#byType.set(document._type, [document]);
    this.#versions.set(document._type, ++this.#version);
  }

  remove(id: string): void {
    const document = this.#byId.get(id);
    if (!document) return;
    this.#byId.delete(id);
    this.#all.splice(position(this.#all, id), 1);
    const sameType = this.#byType.get(document._type);
    sameType?.splice(position(sameType, id), 1);
    this.#versions.set(document._type, ++this.#version);
  }
}

/** The index of the document with that id, or where it would stand. */
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
  documents.splice(index, documents[index]?._id === document._id ? 1 : 0, document);
}
