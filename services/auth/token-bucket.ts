import { allowancesOf } from "@platen/kit";

/** How often something may happen: `burst` at once, then one every `everySeconds`. */
export interface Rate {
  burst: number;
  everySeconds: number;
}

const maximumKeys = 50_000;

/** Token buckets by key, in memory: the service is one process, and a restart resets them. */
export class Limit {
  readonly #levels = new Map<string, { level: number; at: number }>();
  readonly #rate: Rate;
  readonly #now: () => Date;

  constructor(rate: Rate, now: () => Date) {
    this.#rate = rate;
    this.#now = now;
  }

  /** Takes one token. Returns 0 when there was one, otherwise the whole seconds until there is. */
  take(key: string): number {
    const wait = this.#wait(key, 1);
    if (wait === 0) this.#set(key, this.#level(key) - 1);
    return wait;
  }

  /**
   * Takes one token of the network of an IP address, and of the end site around it, which has as
   * many as ten networks: a /48 of IPv6 has 65,536 of them.
   */
  takeFrom(address: string): number {
    const shares = allowancesOf(address).map(({ name, networks }) => [name, 1 / networks] as const);
    const wait = Math.max(...shares.map(([key, tokens]) => this.#wait(key, tokens)));
    if (wait === 0) for (const [key, tokens] of shares) this.#set(key, this.#level(key) - tokens);
    return wait;
  }

  /**
   * Reserves a token that may only become available later: reservations queue up.
   *
   * @returns the seconds until it is available; null, and none is taken, when that exceeds
   *   `mostSeconds`
   */
  reserve(key: string, mostSeconds: number): number | null {
    const level = this.#level(key);
    const wait = Math.max(0, Math.ceil((1 - level) * this.#rate.everySeconds));
    if (wait > mostSeconds) return null;
    this.#set(key, level - 1);
    return wait;
  }

  /** Returns one, for an attempt that did not count. */
  giveBack(key: string): void {
    this.#set(key, Math.min(this.#rate.burst, this.#level(key) + 1));
  }

  /** The whole seconds until there are so many tokens. Tenths do not add up exactly. */
  #wait(key: string, tokens: number): number {
    const missing = tokens - this.#level(key);
    return missing > 1e-9 ? Math.max(1, Math.ceil(missing * this.#rate.everySeconds)) : 0;
  }

  #level(key: string): number {
    const entry = this.#levels.get(key);
    if (!entry) return this.#rate.burst;
    const gained = Math.max(0, this.#now().getTime() - entry.at) / 1000 / this.#rate.everySeconds;
    return Math.min(this.#rate.burst, entry.level + gained);
  }

  #set(key: string, level: number): void {
    this.#levels.delete(key);
    this.#levels.set(key, { level, at: this.#now().getTime() });
    if (this.#levels.size <= maximumKeys) return;
    // The least recently touched; without a bound, keys made up by a visitor would fill the memory.
    for (const oldest of this.#levels.keys()) {
      this.#levels.delete(oldest);
      break;
    }
  }
}
