import { LRUCache } from "lru-cache";
import { type RawData } from "ws";
import { limits } from "../limits";

interface Bucket {
  left: number;
  /** Clock time in milliseconds at which the bucket was last filled. */
  filledAt: number;
}

/**
 * The messages that each user may send over all of their sockets, as a token bucket. Ten sockets
 * with small messages used up the whole process, and sign-ins of others waited for 16 seconds.
 */
export class MessageBudget {
  readonly #allowed: { perSecond: number; atOnce: number };
  readonly #now: () => number;
  readonly #buckets = new LRUCache<string, Bucket>({ max: 10_000 });

  /** @param now the clock, in milliseconds */
  constructor(allowed: { perSecond: number; atOnce: number }, now = () => performance.now()) {
    this.#allowed = allowed;
    this.#now = now;
  }

  /**
   * Takes one message, or as many as a large one counts for. Returns false when not enough are
   * left.
   */
  take(person: string, messages = 1): boolean {
    const { perSecond, atOnce } = this.#allowed;
    const now = this.#now();
    const { left, filledAt } = this.#buckets.get(person) ?? { left: atOnce, filledAt: now };
    const filled = Math.min(atOnce, left + ((now - filledAt) / 1_000) * perSecond);
    this.#buckets.set(person, { left: Math.max(0, filled - messages), filledAt: now });
    return filled >= messages;
  }
}

/** How many a message counts for: 200 a second of 700 kB used up the whole process. */
export const messagesIn = (data: RawData): number =>
  Math.max(1, Math.ceil(Buffer.isBuffer(data) ? data.length / limits.messages.bytes : 1));
