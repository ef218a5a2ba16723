import type { IncomingMessage } from "node:http";
import { allowancesOf, TokenBuckets } from "@platen/kit";

/** What parsing one header costs beside its bytes, in bytes. */
const bytesOfHeader = 64;

/** Free for each request: a browser sends half of it, with the cookies of a session. */
const freeBytes = 6_144;

/** Of what is above that, a network may send so much. */
const budget = { burst: 512_000, perSecond: 256_000 };

/** The maximum that a request waits for its network's turn. */
const maxWaitMilliseconds = 5_000;

/**
 * Limits large headers by network. Node parses them before anyone can refuse them, a hundred in a
 * fifth of a millisecond; and while a cached page costs a fifth of that, no limit counts it. Four
 * hundred connections that sent nothing else had an honest visitor wait for a fifth of a second,
 * and five thousand ended the process in a gigabyte of memory.
 */
export class HeaderBudget {
  readonly #buckets: TokenBuckets;

  /** @param now the clock, in milliseconds */
  constructor(now?: () => number) {
    this.#buckets = new TokenBuckets(budget, now);
  }

  /**
   * Counts a request's headers.
   *
   * @returns the milliseconds that it must wait before it is handled; null when its network has sent
   *   far too much
   */
  take({ rawHeaders, url = "" }: IncomingMessage, clientIp: () => string): number | null {
    let size = url.length + (rawHeaders.length / 2) * bytesOfHeader;
    for (const part of rawHeaders) size += part.length;
    if (size <= freeBytes) return 0;
    const shares = allowancesOf(clientIp()).map(({ name: key, networks }) => ({
      key,
      tokens: (size - freeBytes) / networks,
    }));
    return this.#buckets.reserveAll(shares, maxWaitMilliseconds);
  }
}
