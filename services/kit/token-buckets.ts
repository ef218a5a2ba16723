/** Without a bound, keys that clients make up would fill the memory. */
const maxKeys = 50_000;

/** Tolerance for floating-point rounding: tenths do not add up exactly. */
const inexact = 1e-6;

/** How much may happen: `burst` at once, then `perSecond`. */
interface Rate {
  burst: number;
  perSecond: number;
}

/** What is taken from one bucket. */
export interface Share {
  key: string;
  tokens: number;
}

/**
 * Token buckets by key, in memory. With too many keys, the one used least recently is full again.
 */
export class TokenBuckets {
  readonly #rate: Rate;
  readonly #now: () => number;
  readonly #buckets = new Map<string, { tokens: number; at: number }>();

  /** @param now the clock, in milliseconds */
  constructor(rate: Rate, now = () => performance.now()) {
    this.#rate = rate;
    this.#now = now;
  }

  /** Takes tokens, if enough are left. */
  take(key: string, tokens = 1): boolean {
    return this.reserve(key, tokens, 0) !== null;
  }

  /** Returns one that was taken; a full bucket stays as it is. */
  giveBack(key: string): void {
    this.#set(key, Math.min(this.#rate.burst, this.#left(key) + 1));
  }

  /** Milliseconds until each bucket has enough tokens; 0 when they have. */
  waitFor(shares: readonly Share[]): number {
    const missing = Math.max(...shares.map(({ key, tokens }) => tokens - this.#left(key)));
    return missing > inexact ? (missing / this.#rate.perSecond) * 1_000 : 0;
  }

  /**
   * Takes tokens that may only become available later: what takes them queues up.
   *
   * @returns the milliseconds until they are; null, and none are taken, when that exceeds the
   *   maximum
   */
  reserve(key: string, tokens: number, maxMilliseconds: number): number | null {
    return this.reserveAll([{ key, tokens }], maxMilliseconds);
  }

  /**
   * Like {@link reserve}, from several buckets: when one of them has too few, none are taken from
   * the others, which would be used up by what never happens.
   *
   * @returns the milliseconds until all are available
   */
  reserveAll(shares: readonly Share[], maxMilliseconds: number): number | null {
    const wait = this.waitFor(shares);
    if (wait > maxMilliseconds + inexact) return null;
    for (const { key, tokens } of shares) this.#set(key, this.#left(key) - tokens);
    return wait;
  }

  #left(key: string): number {
    const bucket = this.#buckets.get(key);
    if (!bucket) return this.#rate.burst;
    const gained = (Math.max(0, this.#now() - bucket.at) / 1_000) * this.#rate.perSecond;
    return Math.min(this.#rate.burst, bucket.tokens + gained);
  }

  #set(key: string, tokens: number): void {
    this.#buckets.delete(key);
    this.#buckets.set(key, { tokens, at: this.#now() });
    if (this.#buckets.size <= maxKeys) return;
    for (const oldest of this.#buckets.keys()) {
      this.#buckets.delete(oldest);
      break;
    }
  }
}
