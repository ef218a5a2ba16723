import { getHeapStatistics } from "node:v8";
import type { Change } from "../commit";
import type { Document } from "../document";
import { insufficientStorage } from "../errors";
import { limits } from "../limits";

const megabyte = 1024 * 1024;

/**
 * Share of the heap that documents may take: a write of all of them holds them twice more, with
 * their JSON.
 */
const shareOfHeap = 0.25;

/**
 * Share of the heap that they may take at startup. Beyond it V8 would end the process before it
 * serves.
 */
const shareAtStart = 0.5;

/**
 * Share of the other thread's heap that its copy may take: the rest is for its indexes and results.
 */
const shareOfThread = 0.6;

/**
 * Bytes that the lake holds for a document besides its contents: its entries in perspectives, lists
 * and indexes.
 */
const bookkeeping = 1_000;

/**
 * How much of the heap the documents take, and may take. This is estimated, not measured: the heap
 * also holds what the garbage collector has not reclaimed yet.
 */
export class DocumentMemory {
  readonly #heap: number;
  readonly #maxBytes: number;
  #held = 0;

  /** @param heap bytes that V8 may use */
  constructor(heap = getHeapStatistics().heap_size_limit) {
    this.#heap = heap;
    const thread = limits.slowQueryMemory * megabyte;
    this.#maxBytes = Math.min(heap * shareOfHeap, thread * shareOfThread);
  }

  /**
   * Counts documents that are read at startup.
   *
   * @param part the share of all documents that has been read with them, 0 to 1
   * @throws an Error with a one-sentence message when they would not all fit into the heap
   */
  load(documents: readonly Document[], part: number): void {
    for (const document of documents) this.#held += weightOf(document);
    if (this.#held <= this.#heap * shareAtStart) return;
    // Enough to grow as well, not the minimum to start.
    const needed = Math.ceil(this.#held / part / shareOfHeap / megabyte);
    const limit = Math.floor(this.#heap / megabyte);
    throw new Error(
      `The content needs a heap of about ${needed} MB; the limit is ${limit} MB: start with NODE_OPTIONS=--max-old-space-size=${needed}.`,
    );
  }

  /**
   * Checks that there is room for a transaction.
   *
   * @throws LakeError 507 when `growth`, of the whole transaction, exceeds the room. Shrinking is
   *   always accepted.
   */
  check(growth: number): void {
    if (growth <= 0 || this.#held + growth <= this.#maxBytes) return;
    const megabytes = Math.floor(this.#maxBytes / megabyte);
    throw insufficientStorage(
      `All documents together may take ${megabytes} MB of memory, and would take more: delete some first.`,
    );
  }

  /** Counts what a transaction has added. */
  grow(growth: number): void {
    this.#held += growth;
  }
}

/** Bytes that a change adds, less than 0 when it takes some away. */
export const growthOf = ({ before, after }: Pick<Change, "before" | "after">): number =>
  (after ? weightOf(after) : 0) - (before ? weightOf(before) : 0);

/** Bytes of heap that a document takes, about. */
export const weightOf = (document: Document): number => bookkeeping + weightOfValue(document);

/**
 * V8 stores property names once for many objects; an object with more names than this stores each
 * name beside its value.
 */
const maxSharedNames = 64;

/** The size of JSON in V8 (64 bits, no compressed pointers). */
function weightOfValue(value: unknown): number {
  if (typeof value === "string") return 24 + value.length * (/[^\0-\xff]/.test(value) ? 2 : 1);
  if (typeof value === "number") return Number.isInteger(value) ? 0 : 16;
  if (typeof value !== "object" || value === null) return 0;
  if (Array.isArray(value)) {
    let sum = 48 + 8 * value.length;
    for (const item of value) sum += weightOfValue(item);
    return sum;
  }
  const entries = Object.entries(value);
  let sum = 56 + 8 * entries.length;
  for (const [name, inner] of entries) {
    if (entries.length > maxSharedNames) sum += 128 + name.length;
    sum += weightOfValue(inner);
  }
  return sum;
}
