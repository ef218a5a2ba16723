import { LRUCache } from "lru-cache";

/** After a first failure; each further one doubles it. */
const firstMilliseconds = 1_000;

/** A page whose cause is mended without an edit is back after this long. */
const maxMilliseconds = 30_000;

/** How many pages' failures are remembered. */
const maxKeys = 10_000;

/**
 * The cached pages whose renderings fail: each is tried again after a pause that grows. Requests
 * for what is cached count against no limit, so that one page that failed for good was rendered as
 * often as anyone requested it.
 */
export class FailedRenderings {
  readonly #failures = new LRUCache<string, { count: number; until: number }>({ max: maxKeys });
  readonly #elapsed: () => number;

  /** @param elapsed a monotonic clock in milliseconds */
  constructor(elapsed: () => number) {
    this.#elapsed = elapsed;
  }

  /** Whether the page failed a moment ago, and must not be rendered again yet. */
  isPaused(key: string): boolean {
    return (this.#failures.get(key)?.until ?? -Infinity) > this.#elapsed();
  }

  failed(key: string): void {
    const count = (this.#failures.get(key)?.count ?? 0) + 1;
    const pause = Math.min(firstMilliseconds * 2 ** (count - 1), maxMilliseconds);
    this.#failures.set(key, { count, until: this.#elapsed() + pause });
  }

  succeeded(key: string): void {
    this.#failures.delete(key);
  }

  /** Content has changed, or is watched again: what failed may be well now. */
  forget(): void {
    this.#failures.clear();
  }
}
