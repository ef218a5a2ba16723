import { RoundRobin } from "@platen/kit";

/**
 * How many tasks of one network may wait, as many as connections. Behind a proxy its connections
 * are not counted.
 */
const maxWaiting = 512;

/**
 * Lets one task start in each turn of the event loop, with networks in rotation. A page blocks the
 * loop for milliseconds; eighty that became ready in one turn delayed a cached page, which takes
 * microseconds, by half a second.
 */
export class EventLoopScheduler {
  readonly #waiting = new RoundRobin<() => void>();
  #taken = false;

  /** Whether as many tasks of a network wait as it may have connections: one more is refused. */
  isFullFor(network: string): boolean {
    return this.#waiting.lengthOf(network) >= maxWaiting;
  }

  /** Waits for a turn; returns at once when nothing else started in this one. */
  async take(network: string): Promise<void> {
    if (this.#taken) return new Promise((begin) => this.#waiting.add(network, begin));
    this.#taken = true;
    setImmediate(this.#next);
  }

  readonly #next = () => {
    const begin = this.#waiting.take();
    if (!begin) return void (this.#taken = false);
    begin();
    setImmediate(this.#next);
  };
}
