import { LRUCache } from "lru-cache";
import { limits } from "../limits";

interface Bucket {
  left: number;
  /** Milliseconds, as the clock had it when the bucket was filled last. */
  filledAt: number;
}

/**
 * The messages that each person may send over all of their sockets: a second's worth comes back in a second. Ten sockets with
 * small messages took all of the process, and sign-ins of others waited for 16 seconds.
 */
export class MessageBudget {
  readonly #now: () => number;
  readonly #buckets = new LRUCache<string, Bucket>({ max: 10_000 });

  /** @param now the clock, in milliseconds */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** Takes one message. Returns false when there is none left. */
  take(person: string): boolean {
    const { perSecond, atOnce } = limits.messages;
    const now = this.#now();
    const { left, filledAt } = this.#buckets.get(person) ?? { left: atOnce, filledAt: now };
    const filled = Math.min(atOnce, left + ((now - filledAt) / 1_000) * perSecond);
    this.#buckets.set(person, { left: Math.max(0, filled - 1), filledAt: now });
    return filled >= 1;
  }
}
