import { allowancesOf, type Share, TokenBuckets } from "@platen/kit";

/** How often something may happen: `burst` at once, then one every `everySeconds`. */
export interface Rate {
  burst: number;
  everySeconds: number;
}

/**
 * Token buckets by key, by the clock of the service, and in whole seconds as its responses say
 * them.
 */
export class Limit {
  readonly #buckets: TokenBuckets;

  constructor({ burst, everySeconds }: Rate, now: () => Date) {
    this.#buckets = new TokenBuckets({ burst, perSecond: 1 / everySeconds }, () => now().getTime());
  }

  /** Takes one token. Returns 0 when there was one, otherwise the whole seconds until there is. */
  take(key: string): number {
    return this.#take([{ key, tokens: 1 }]);
  }

  /**
   * Takes one token of the network of an IP address, and of the end site around it, which has as
   * many as ten networks: a /48 of IPv6 has 65,536 of them.
   */
  takeFrom(ipAddress: string): number {
    return this.#take(
      allowancesOf(ipAddress).map(({ name, networks }) => ({ key: name, tokens: 1 / networks })),
    );
  }

  /**
   * Reserves a token that may only become available later: reservations queue up.
   *
   * @returns the seconds until it is available; null, and none is taken, when that exceeds
   *   `maxSeconds`
   */
  reserve(key: string, maxSeconds: number): number | null {
    const wait = this.#buckets.reserve(key, 1, maxSeconds * 1_000);
    return wait === null ? null : wholeSeconds(wait);
  }

  /** Returns one, for an attempt that did not count. */
  giveBack(key: string): void {
    this.#buckets.giveBack(key);
  }

  #take(shares: readonly Share[]): number {
    const taken = this.#buckets.reserveAll(shares, 0);
    return taken ?? Math.max(1, wholeSeconds(this.#buckets.waitFor(shares)));
  }
}

/** Rounded up; ten tenths of a second are a little more than one. */
const wholeSeconds = (milliseconds: number) => Math.max(0, Math.ceil(milliseconds / 1_000 - 1e-6));
