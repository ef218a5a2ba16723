import { LRUCache } from "lru-cache";

interface Entry<Value> {
  value: Value;
  tags: readonly string[];
  /** In bytes. */
  size: number;
  storedAt: number;
  /**
   * Milliseconds since the epoch after which it is stale, whatever the lake says: when a scheduled
   * document changes state.
   */
  expiresAt: number;
  stale: boolean;
}

interface Options {
  /** The maximum sum of the sizes of its entries. */
  maxSize: number;
  /** While changes are not reported, an entry counts as fresh for this many milliseconds. */
  unwatchedLifetime: number;
  /** The time of day, by which scheduled documents change state. */
  now?: () => number;
  /**
   * A monotonic clock in milliseconds, which measures ages: no change of the system clock affects
   * it.
   */
  elapsed?: () => number;
}

/** How many tags are remembered with their last invalidation. */
const maxRemembered = 10_000;

/**
 * Caches values by key, and invalidates them by the sync tags of the content that they were made
 * of. A stale value stays, to be served while the lake is unavailable. Least recently used entries
 * are evicted first.
 */
export class TaggedCache<Value extends object> {
  readonly #entries: LRUCache<string, Entry<Value>>;
  readonly #keysByTag = new Map<string, Set<string>>();
  readonly #now: () => number;
  readonly #elapsed: () => number;
  readonly #unwatchedLifetime: number;
  /**
   * The epoch for invalidation: a read that started before the newest one may hold stale content.
   */
  #invalidations = 0;
  /** The epoch of the last invalidation of each tag, the latest one last. */
  readonly #invalidatedAt = new Map<string, number>();
  /** The epoch of the last invalidation of everything, or of a tag that was forgotten. */
  #everythingAt = 0;
  /** Whether changes are being reported; without that, only time makes an entry stale. */
  #watched = false;
  #evictions = 0;

  constructor({
    maxSize,
    unwatchedLifetime,
    now = Date.now,
    elapsed = () => performance.now(),
  }: Options) {
    this.#now = now;
    this.#elapsed = elapsed;
    this.#unwatchedLifetime = unwatchedLifetime;
    this.#entries = new LRUCache({
      maxSize,
      dispose: (entry, key, reason) => {
        this.#forgetTags(key, entry.tags);
        if (reason === "evict") this.#evictions += 1;
      },
    });
  }

  /** The current epoch. Read it before fetching a value, and pass it to `store`, which compares. */
  currentEpoch(): number {
    return this.#invalidations;
  }

  /**
   * Stores a value. When one of its tags was invalidated since `epoch`, it is stored as stale: the
   * value may have been read before the edit behind the invalidation, which then would never show.
   * Edits of other content do not count: a document that was edited every second made all pages
   * stale permanently.
   */
  store(
    key: string,
    value: Value,
    {
      epoch,
      tags,
      size,
      expiresAt = Infinity,
    }: { epoch: number; tags: readonly string[]; size: number; expiresAt?: number },
  ): void {
    const since = (at = 0) => at > epoch;
    const stale =
      since(this.#everythingAt) || tags.some((tag) => since(this.#invalidatedAt.get(tag)));
    this.#entries.set(
      key,
      { value, tags, size, storedAt: this.#elapsed(), expiresAt, stale },
      { size: size + key.length },
    );
    if (!this.#entries.has(key)) return; // Larger than the whole cache.
    for (const tag of tags) {
      const keys = this.#keysByTag.get(tag);
      if (keys) keys.add(key);
      else this.#keysByTag.set(tag, new Set([key]));
    }
  }

  /**
   * The value of a key, whether it may still be served without a query, and how many milliseconds
   * ago it was stored.
   */
  read(key: string): { value: Value; fresh: boolean; age: number } | null {
    const entry = this.#entries.get(key);
    if (!entry) return null;
    const age = this.#elapsed() - entry.storedAt;
    const inTime =
      this.#now() < entry.expiresAt && (this.#watched || age < this.#unwatchedLifetime);
    return { value: entry.value, fresh: inTime && !entry.stale, age };
  }

  /** Everything with one of these tags is stale from now on. */
  invalidate(tags: readonly string[]): void {
    this.#invalidations += 1;
    for (const tag of tags) {
      this.#invalidatedAt.delete(tag);
      this.#invalidatedAt.set(tag, this.#invalidations);
      for (const key of this.#keysByTag.get(tag) ?? []) {
        const entry = this.#entries.peek(key);
        if (entry) entry.stale = true;
      }
    }
    for (const [tag, epoch] of this.#invalidatedAt) {
      if (this.#invalidatedAt.size <= maxRemembered) break;
      this.#invalidatedAt.delete(tag);
      this.#everythingAt = epoch;
    }
  }

  /** Everything is stale from now on: changes may have been missed. */
  invalidateAll(): void {
    this.#invalidations += 1;
    this.#everythingAt = this.#invalidations;
    this.#invalidatedAt.clear();
    for (const entry of this.#entries.values()) entry.stale = true;
  }

  /** The keys of stale entries up to a size, most recently read first. */
  staleKeys({ count, bytes }: { count: number; bytes: number }): string[] {
    const keys: string[] = [];
    for (const [key, entry] of this.#entries.entries()) {
      if (keys.length === count) break;
      if (entry.stale && entry.size <= bytes) keys.push(key);
    }
    return keys;
  }

  /** Removes a value, even if it is fresh. */
  delete(key: string): void {
    this.#entries.delete(key);
  }

  /** Evicts the least recently read half. */
  halve(): void {
    const half = this.#entries.calculatedSize / 2;
    while (this.#entries.calculatedSize > half) this.#entries.pop();
  }

  /** Sets whether changes are being reported. */
  watch(watched: boolean): void {
    this.#watched = watched;
  }

  /** Its size in bytes, the number of its entries, and the number of evictions so far. */
  get size(): { bytes: number; entries: number; evictions: number } {
    const { calculatedSize: bytes, size: entries } = this.#entries;
    return { bytes, entries, evictions: this.#evictions };
  }

  #forgetTags(key: string, tags: readonly string[]) {
    for (const tag of tags) {
      const keys = this.#keysByTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) this.#keysByTag.delete(tag);
    }
  }
}
