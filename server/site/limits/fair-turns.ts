import { endSiteOf, RoundRobin } from "@platen/kit";

/**
 * How many start in a turn of the event loop before networks take turns, and how many of those that
 * wait start in each turn: less than a millisecond. A limit of time would let a process that gets
 * little processor time start only one.
 */
const usual = { free: 8, waiting: 16 };

/**
 * The same while connections arrive. Node accepts one in each turn (libuv 1.45 and later): with
 * turns of a millisecond, a visitor behind four thousand new connections waited for four seconds.
 */
const whileAccepting = { free: 2, waiting: 2 };

/**
 * Shares among networks what is cheap but comes in large numbers: cached pages and new connections.
 * Each takes a twentieth of a millisecond; but five hundred connections of one network that sent
 * requests ahead made everyone else wait for eight seconds, because all of theirs came first. A
 * connection whose response waits sends nothing more, so that parsing slows down with it.
 */
export class FairTurns {
  readonly #waiting = new RoundRobin<() => void>();
  readonly #isAccepting: () => boolean;
  #started = 0;
  #isScheduled = false;

  /** @param isAccepting whether a connection has arrived just now */
  constructor(isAccepting: () => boolean) {
    this.#isAccepting = isAccepting;
  }

  /**
   * Calls `start` immediately, or in its network's turn.
   *
   * @param clientIp is called only when networks take turns
   */
  take(clientIp: () => string, start: () => void): void {
    this.#schedule();
    this.#started += 1;
    if (this.#started <= this.#inTurn().free && this.#waiting.length === 0) return start();
    this.#waiting.add(endSiteOf(clientIp()), start);
  }

  #inTurn = () => (this.#isAccepting() ? whileAccepting : usual);

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(this.#next);
  }

  readonly #next = () => {
    this.#isScheduled = false;
    this.#started = 0;
    for (let { waiting } = this.#inTurn(); waiting > 0; waiting -= 1) {
      const start = this.#waiting.take();
      if (!start) break;
      start();
    }
    if (this.#waiting.length > 0) this.#schedule();
  };
}
