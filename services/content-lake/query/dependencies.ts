import { hash } from "node:crypto";
import type { Document } from "../document";
import { limits } from "../limits";

/**
 * Which documents a result was made from, so that a write can determine whether it makes the result
 * stale. The result is a function of what the query read; it can change only when a write touches a
 * document of a type that the query scanned, or one that it reached by id or reference, whether or
 * not that existed. The references it follows are in documents that it has read as well.
 */
export class Dependencies {
  /** The query scanned everything, or in a way that we cannot bound. */
  everything = false;
  readonly types = new Set<string>();
  readonly ids = new Set<string>();
  /** The ids of followed references, by type. */
  readonly #followed = new Map<string, Set<string>>();

  /** Notes a reference and what it leads to. */
  follow(id: string, document: Document | undefined): void {
    if (document) this.#follow(id, document._type);
    else this.ids.add(id);
  }

  /** Adds the dependencies of a part of the query. */
  add(part: Dependencies): void {
    this.everything ||= part.everything;
    for (const type of part.types) this.types.add(type);
    for (const id of part.ids) this.ids.add(id);
    for (const [type, ids] of part.#followed) for (const id of ids) this.#follow(id, type);
  }

  /** The ids of all documents that it reached one by one. */
  get reached(): string[] {
    return [...this.ids, ...[...this.#followed.values()].flatMap((ids) => [...ids])];
  }

  /**
   * Sanity's sync tags. They are opaque to clients, which only compare them with those of live
   * events.
   */
  tags(): string[] {
    if (this.everything) return [everythingTag];
    return [...[...this.types].map(typeTag), ...[...new Set(this.reached)].map(idTag)];
  }

  #follow(id: string, type: string): void {
    if (this.types.has(type)) return;
    const ids = this.#followed.get(type) ?? new Set();
    this.#followed.set(type, ids.add(id));
    if (ids.size <= limits.followedByName) return;
    this.types.add(type);
    this.#followed.delete(type);
  }
}

/** The sync tag of a result that any commit may change. */
export const everythingTag = "s1:all";

const tag = (subject: string) => `s1:${hash("sha256", subject, "base64url").slice(0, 8)}`;

/** The sync tag of all documents of a type. */
export const typeTag = (type: string) => tag(`type ${type}`);

/** The sync tag of one document. */
export const idTag = (id: string) => tag(`id ${id}`);
