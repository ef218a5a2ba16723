import { LRUCache } from "lru-cache";
import { AssetError } from "./asset-error";

/**
 * Maximum networks that are counted at a time: beyond that, the least recently used is forgotten.
 */
const maxNetworks = 10_000;

/**
 * Processor time that one network's pictures may cost in a window. Counted by request, a page of
 * small pictures would be refused where a few costly ones pass. Cached pictures cost nothing and
 * are always delivered.
 */
export class TransformBudget {
  readonly #windows = new LRUCache<string, { spent: number; end: number }>({ max: maxNetworks });
  readonly #allowed: number;
  readonly #duration: number;
  readonly #now: () => number;

  /**
   * @param allowed milliseconds of processor time in a window, for one network
   * @param duration of a window in milliseconds; it begins with the first picture
   * @param now the clock, in milliseconds
   */
  constructor(allowed: number, duration: number, now = () => performance.now()) {
    this.#allowed = allowed;
    this.#duration = duration;
    this.#now = now;
  }

  /** @throws AssetError 429 with Retry-After when the network has used up its time */
  check(network: string): void {
    const { spent, end } = this.#window(network);
    if (spent < this.#allowed) return;
    throw new AssetError(
      429,
      "tooManyRequests",
      "Too many new image sizes for now: wait a minute, or use sizes that the site's pages use.",
      { "Retry-After": String(Math.ceil((end - this.#now()) / 1000)) },
    );
  }

  /** @param milliseconds of processor time that a picture took */
  spend(network: string, milliseconds: number): void {
    const { spent, end } = this.#window(network);
    this.#windows.set(network, { spent: spent + milliseconds, end });
  }

  #window(network: string) {
    const current = this.#windows.get(network);
    if (current && current.end > this.#now()) return current;
    return { spent: 0, end: this.#now() + this.#duration };
  }
}
