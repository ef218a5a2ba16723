import type { IncomingMessage } from "node:http";
import { allowancesOf, endSiteOf, TokenBuckets } from "@platen/kit";

/** What parsing one header costs in addition to its bytes, in bytes. */
const bytesOfHeader = 64;

/** Free for each request: a browser sends half of it, with the cookies of a session. */
const freeBytes = 6_144;

/**
 * Requests that are free in one turn of the event loop, together, before any network's are counted.
 */
const freeOfTurn = 128;

/** Further free requests of each network in that turn. */
const freeOfNetwork = 16;

/** What each request beyond that costs in addition to its headers, in bytes. */
const bytesOfBurst = 8_192;

/** The bytes that a network may send beyond what is free. */
const budget = { burst: 512_000, perSecond: 256_000 };

/** The maximum that a request waits for its network's turn. */
const maxWaitMilliseconds = 5_000;

/**
 * Limits, per network, how much Node parses before anything can refuse it: large headers, and
 * requests that arrive together. A hundred headers take a fifth of a millisecond, where a cached
 * page takes a fifth of that and no limit counts it. Four hundred connections that sent nothing
 * else delayed an honest visitor by 0.2 s, and five thousand ended the process in a gigabyte of
 * memory; five thousand that sent two small requests each at the same moment delayed one page in
 * twenty by 110 to 120 ms.
 */
export class ParsingBudget {
  readonly #buckets: TokenBuckets;
  readonly #turn = new RequestsOfTurn();

  /** @param now the clock, in milliseconds */
  constructor(now?: () => number) {
    this.#buckets = new TokenBuckets(budget, now);
  }

  /**
   * Counts a request and its headers.
   *
   * @returns the milliseconds that it must wait before it is handled; null when its network has
   *   sent far too much
   */
  take({ rawHeaders, url = "" }: IncomingMessage, clientIp: () => string): number | null {
    let size = url.length + (rawHeaders.length / 2) * bytesOfHeader;
    for (const part of rawHeaders) size += part.length;
    const charged = this.#turn.isTooMany(() => endSiteOf(clientIp()))
      ? size + bytesOfBurst
      : size - freeBytes;
    if (charged <= 0) return 0;
    const shares = allowancesOf(clientIp()).map(({ name: key, networks }) => ({
      key,
      tokens: charged / networks,
    }));
    return this.#buckets.reserveAll(shares, maxWaitMilliseconds);
  }
}

/** Counts the requests that were parsed in this turn of the event loop. */
class RequestsOfTurn {
  #count = 0;
  readonly #ofNetwork = new Map<string, number>();

  /** Counts a request. Which network sent it is looked up only in a turn that has many. */
  isTooMany(network: () => string): boolean {
    if (this.#count === 0) setImmediate(() => this.#end());
    this.#count += 1;
    if (this.#count <= freeOfTurn) return false;
    const name = network();
    const count = (this.#ofNetwork.get(name) ?? 0) + 1;
    this.#ofNetwork.set(name, count);
    return count > freeOfNetwork;
  }

  #end(): void {
    this.#count = 0;
    this.#ofNetwork.clear();
  }
}
