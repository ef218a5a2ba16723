import { RoundRobin } from "../../../services/round-robin";

/** What one network may have waiting, as many as connections. Behind a proxy its connections are not counted. */
const maxWaiting = 512;

/**
 * Lets one piece of work begin in each turn of the event loop, the networks in turns. A page takes milliseconds that
 * nothing else gets; eighty that became ready in one turn made a cached page, which takes microseconds, wait for half a
 * second.
 */
export class EventLoopScheduler {
  readonly #waiting = new RoundRobin<() => void>();
  #taken = false;

  /** Whether as many of a network wait as it may have connections: one more is refused. */
  isFullFor(network: string): boolean {
    return this.#waiting.lengthOf(network) >= maxWaiting;
  }

  /** Waits for a turn: none, when nothing else began in this one. */
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
