import { allowancesOf } from "@platen/kit";

/**
 * How much of a flood one refused request counts as: a client that sends five thousand in a minute
 * is not a client with a bug.
 */
export const refusalWeight = 1 / 1_000;

/**
 * The same for a chunked upload without credentials that are known to be valid. By the time that it
 * is refused its chunks are parsed: four hundred connections that sent 64 kB of the smallest at
 * once took 2.3 s.
 */
export const chunkedWeight = 1 / 4;

/** After this many floods … */
const maxFloods = 5;

/** … a network is blocked for this long. */
const blockMilliseconds = 60_000;

interface Count {
  floods: number;
  /** On the monotonic clock, because a clock that is set must neither lengthen nor end a block. */
  until: number;
}

/** Counts the refused requests of networks, and says which networks are blocked. */
export class FloodDetector {
  readonly #counts = new Map<string, Count>();

  /**
   * Records that a connection was closed because of what it sent, or that a request was refused.
   *
   * @param clientIp their IP address
   * @param weight of what happened, as a share of a flood: of refusals in 0.16 ms each, 6,200 a
   *   second took a core; negative for what turned out to be allowed
   */
  note(clientIp: string, weight = 1): void {
    for (const { name, networks } of allowancesOf(clientIp))
      this.#count(name).floods += weight / networks;
  }

  /** Whether the visitor's network, or the end site around it, is blocked. */
  isBlocked(clientIp: string): boolean {
    return allowancesOf(clientIp).some(({ name }) => this.#blocks(name));
  }

  /** Which of the two are blocked, by the names of their allowances. */
  blockedOf(clientIp: string): string[] {
    return allowancesOf(clientIp).flatMap(({ name }) => (this.#blocks(name) ? [name] : []));
  }

  #blocks(name: string): boolean {
    const count = this.#counts.get(name);
    return count !== undefined && count.floods >= maxFloods && performance.now() < count.until;
  }

  #count(name: string): Count {
    const known = this.#counts.get(name);
    if (known && performance.now() < known.until) return known;
    const count = { floods: 0, until: performance.now() + blockMilliseconds };
    this.#counts.set(name, count);
    setTimeout(() => {
      if (this.#counts.get(name) === count) this.#counts.delete(name);
    }, blockMilliseconds).unref();
    return count;
  }
}
