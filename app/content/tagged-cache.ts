import { LRUCache } from "lru-cache";

interface Entry<Value> {
  value: Value;
  tags: readonly string[];
  storedAt: number;
  /** Milliseconds since the epoch after which it is old, whatever the lake says: when a scheduled document turns. */
  expiresAt: number;
  stale: boolean;
}

interface Options {
  /** The sum of the sizes of its entries, at most. */
  maxSize: number;
  /** While nobody tells of changes, an entry counts as fresh for this many milliseconds. */
  unwatchedLifetime: number;
  /** The time of day, by which scheduled documents turn. */
  now?: () => number;
  /** Milliseconds from some moment on, by which ages are told: no change of the clock moves it. */
  elapsed?: () => number;
}

/**
 * Keeps values by key, and lets go of them by the sync tags of the content that they were made of.
 * An old value is kept as stale, to be served while the lake is away. Least recently used entries leave first.
 */
export class TaggedCache<Value extends object> {
  private readonly entries: LRUCache<string, Entry<Value>>;
  private readonly keysByTag = new Map<string, Set<string>>();
  private readonly now: () => number;
  private readonly elapsed: () => number;
  private readonly unwatchedLifetime: number;
  /** Counts the invalidations: whoever began before the newest one may hold what it made old. */
  private invalidations = 0;
  /** Whether somebody tells of changes; without that, time is all that makes an entry old. */
  private watched = false;
  private evictions = 0;

  constructor({
    maxSize,
    unwatchedLifetime,
    now = Date.now,
    elapsed = () => performance.now(),
  }: Options) {
    this.now = now;
    this.elapsed = elapsed;
    this.unwatchedLifetime = unwatchedLifetime;
    this.entries = new LRUCache({
      maxSize,
      dispose: (entry, key, reason) => {
        this.forgetTags(key, entry.tags);
        if (reason === "evict") this.evictions += 1;
      },
    });
  }

  /** Take this before reading what is to be stored: `store` compares. */
  currentEpoch(): number {
    return this.invalidations;
  }

  /**
   * Stores a value. When anything was invalidated since `begun`, it is stored as stale: the value may have been read
   * before the edit that the invalidation told of, which then would never show.
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
    const stale = epoch !== this.invalidations;
    this.entries.set(
      key,
      { value, tags, storedAt: this.elapsed(), expiresAt, stale },
      { size: size + key.length },
    );
    if (!this.entries.has(key)) return; // Larger than the whole cache.
    for (const tag of tags) {
      const keys = this.keysByTag.get(tag);
      if (keys) keys.add(key);
      else this.keysByTag.set(tag, new Set([key]));
    }
  }

  /** The value of a key, and whether it may still be served without asking. */
  read(key: string): { value: Value; fresh: boolean } | null {
    const entry = this.entries.get(key);
    if (!entry) return null;
    const inTime =
      this.now() < entry.expiresAt &&
      (this.watched || this.elapsed() - entry.storedAt < this.unwatchedLifetime);
    return { value: entry.value, fresh: inTime && !entry.stale };
  }

  /** What these tags touch is old from now on. */
  invalidate(tags: readonly string[]): void {
    this.invalidations += 1;
    for (const tag of tags) {
      for (const key of this.keysByTag.get(tag) ?? []) {
        const entry = this.entries.peek(key);
        if (entry) entry.stale = true;
      }
    }
  }

  /** Everything is old from now on: changes may have been missed. */
  invalidateAll(): void {
    this.invalidations += 1;
    for (const entry of this.entries.values()) entry.stale = true;
  }

  /** The keys of entries that are old by now, those first that were read last. */
  staleKeys(most: number): string[] {
    const keys: string[] = [];
    for (const [key, entry] of this.entries.entries()) {
      if (keys.length === most) break;
      if (entry.stale) keys.push(key);
    }
    return keys;
  }

  /** Forgets a value, although it may not be old. */
  delete(key: string): void {
    this.entries.delete(key);
  }

  /** Lets go of the half that was read least recently. */
  halve(): void {
    const most = this.entries.calculatedSize / 2;
    while (this.entries.calculatedSize > most) this.entries.pop();
  }

  /** Says whether changes are being told of. */
  watch(watched: boolean): void {
    this.watched = watched;
  }

  /** The bytes that it holds, the number of its entries, and how many had to leave for others so far. */
  get size(): { bytes: number; entries: number; evictions: number } {
    const { calculatedSize: bytes, size: entries } = this.entries;
    return { bytes, entries, evictions: this.evictions };
  }

  private forgetTags(key: string, tags: readonly string[]) {
    for (const tag of tags) {
      const keys = this.keysByTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) this.keysByTag.delete(tag);
    }
  }
}
