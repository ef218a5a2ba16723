import { setTimeout as wait } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { ComputationTimeout, processorTime } from "@platen/kit";
import { reader } from "../access/identity";
import { limits } from "../limits";
import { QueryTimeout } from "./evaluate";

/** In milliseconds: the time, and what the processor has spent on this thread. */
export interface Clocks {
  now: () => number;
  processed: () => number;
}

export const realClocks: Clocks = { now: () => performance.now(), processed: processorTime };

/**
 * The main thread's time that each requester's queries may take, as a token bucket: everyone waits
 * meanwhile. Counted by query, those that took just less than the limit were free. The site's own
 * reader always has some left: the texts of its queries are few.
 */
export class InlineTime {
  readonly #clocks: Clocks;
  /** When each requester has all of it again. */
  readonly #fullAt = new LRUCache<string, number>({ max: 10_000 });

  constructor(clocks = realClocks) {
    this.#clocks = clocks;
  }

  /** Seconds until the requester may use some again; 0 when it may now. */
  secondsUntilAllowed(requester: string): number {
    const { atOnce, share } = limits.inlineTime;
    const wait = (this.#fullAt.get(requester) ?? 0) - this.#clocks.now() - atOnce / share;
    return requester === reader.id || wait < 0 ? 0 : Math.max(1, Math.ceil(wait / 1_000));
  }

  /** Whether the requester has half of it left: for work that can be left out. */
  hasHalf(requester: string): boolean {
    const { atOnce, share } = limits.inlineTime;
    const missing = (this.#fullAt.get(requester) ?? 0) - this.#clocks.now();
    return requester === reader.id || missing <= atOnce / share / 2;
  }

  /**
   * Runs work, and counts its time immediately: many that come together must not all find some
   * left. An aborted query counts as its whole limit, however little it had of the processor.
   *
   * @param limit milliseconds after which the work is aborted
   */
  spend<T>(requester: string, limit: number, work: () => T): T {
    const { processed } = this.#clocks;
    const start = processed();
    let least = 0;
    try {
      return work();
    } catch (error) {
      if (error instanceof QueryTimeout || error instanceof ComputationTimeout) least = limit;
      throw error;
    } finally {
      this.#count(requester, Math.max(least, processed() - start));
    }
  }

  /** Runs work, and counts its time, once the requester may use some: for work that can wait. */
  async pace<T>(requester: string, work: () => T): Promise<T> {
    for (;;) {
      const seconds = this.secondsUntilAllowed(requester);
      if (seconds === 0) return this.spend(requester, 0, work);
      await wait(seconds * 1_000, undefined, { ref: false });
    }
  }

  /**
   * Runs work that awaits only promise callbacks, as Postgres's statements do: no work of others
   * comes in between and is counted with it.
   */
  async spendUninterrupted<T>(requester: string, work: () => Promise<T>): Promise<T> {
    const { processed } = this.#clocks;
    const start = processed();
    try {
      return await work();
    } finally {
      this.#count(requester, processed() - start);
    }
  }

  #count(requester: string, spent: number): void {
    const full = Math.max(this.#clocks.now(), this.#fullAt.get(requester) ?? 0);
    this.#fullAt.set(requester, full + spent / limits.inlineTime.share);
  }
}
