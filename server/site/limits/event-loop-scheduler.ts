import { RoundRobin } from "@platen/kit";

/**
 * How many tasks of one network may wait, as many as connections. Behind a proxy its connections
 * are not counted.
 */
const maxWaiting = 512;

/** How long tasks yield, after one of them, to what is urgent: a third of what a page takes. */
const yieldMilliseconds = 4;

/**
 * Lets one task start in each turn of the event loop, with networks in rotation. A page blocks the
 * loop for milliseconds; eighty that became ready in one turn delayed a cached page, which takes
 * microseconds, by half a second.
 *
 * After each task comes what is urgent and short. With a page in every turn, of which Node accepts
 * one connection each, 300 new connections a second made visitors wait for seven seconds; and a
 * transaction, of four exchanges with the database, kept it from everyone for four pages.
 */
export class EventLoopScheduler {
  readonly #waiting = new RoundRobin<() => void>();
  readonly #isUrgent: () => boolean;
  #isScheduled = false;
  #isRunning = false;
  #endedAt = -Infinity;

  /** @param isUrgent whether connections arrive, or transactions are in flight */
  constructor(isUrgent: () => boolean) {
    this.#isUrgent = isUrgent;
  }

  /** Whether as many tasks of a network wait as it may have connections: one more is refused. */
  isFullFor(network: string): boolean {
    return this.#waiting.lengthOf(network) >= maxWaiting;
  }

  /** Waits for a turn; returns at once when nothing else started in this one. */
  async take(network: string): Promise<void> {
    if (this.#isScheduled || this.#mustYield()) {
      const turn = new Promise<void>((begin) => this.#waiting.add(network, begin));
      this.#schedule();
      return turn;
    }
    this.#isRunning = true;
    this.#schedule();
  }

  #mustYield(): boolean {
    return performance.now() - this.#endedAt < yieldMilliseconds && this.#isUrgent();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(this.#next);
  }

  readonly #next = () => {
    this.#isScheduled = false;
    if (this.#isRunning) this.#endedAt = performance.now();
    this.#isRunning = false;
    if (this.#waiting.length === 0) return;
    if (!this.#mustYield()) {
      this.#isRunning = true;
      this.#waiting.take()?.();
    }
    this.#schedule();
  };
}
