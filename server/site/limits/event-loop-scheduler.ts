import { RoundRobin } from "@platen/kit";
import { processorClock } from "./processor-clock";

/**
 * How many tasks of one network may wait, as many as connections. Behind a proxy its connections
 * are not counted.
 */
const maxWaiting = 512;

/**
 * What a task in every turn of the event loop would delay: nothing; connections that arrive and
 * transactions in flight; or connections that arrived during a task, of which each turn accepts one.
 */
export type Urgency = "none" | "some" | "backlog";

/** How long tasks yield after one of them, in processor time. A page takes a dozen milliseconds. */
const yieldMilliseconds = { none: 0, some: 4, backlog: 24 };

/**
 * Lets one task start in each turn of the event loop, with networks in rotation. A page blocks the
 * loop for milliseconds; eighty that became ready in one turn delayed a cached page, which takes
 * microseconds, by half a second.
 *
 * After each task comes what is urgent and short. With a page in every turn, of which Node accepts
 * one connection each, 300 new connections a second made visitors wait for seven seconds; and a
 * transaction, of four exchanges with the database, kept it from everyone for four pages. With four
 * milliseconds after each page, three thousand a second overflowed the kernel's queue.
 */
export class EventLoopScheduler {
  readonly #waiting = new RoundRobin<() => void>();
  readonly #urgency: () => Urgency;
  readonly #clock: () => number;
  #isScheduled = false;
  #isRunning = false;
  #endedAt = -Infinity;

  constructor(urgency: () => Urgency, clock = processorClock) {
    this.#urgency = urgency;
    this.#clock = clock;
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
    return this.#clock() - this.#endedAt < yieldMilliseconds[this.#urgency()];
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(this.#next);
  }

  readonly #next = () => {
    this.#isScheduled = false;
    if (this.#isRunning) this.#endedAt = this.#clock();
    this.#isRunning = false;
    if (this.#waiting.length === 0) return;
    if (!this.#mustYield()) {
      this.#isRunning = true;
      this.#waiting.take()?.();
    }
    this.#schedule();
  };
}
