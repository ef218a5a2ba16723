import { FairQueue } from "@platen/kit";
import { CpuStopwatch } from "./cpu-stopwatch";

/**
 * How many tasks of one network may wait, as many as connections. Behind a proxy its connections
 * are not counted.
 */
const maxWaiting = 512;

interface Waiting {
  begin: () => void;
  isGone: () => boolean;
}

/** Processor time since the last task started, and since it ended. */
interface Watches {
  sinceStart: Pick<CpuStopwatch, "start" | "read">;
  sinceEnd: Pick<CpuStopwatch, "start" | "hasRun">;
}

/** How many tasks whose clients have disconnected are dropped in one turn of the event loop. */
const maxGone = 100;

/** What a task in every turn of the event loop would delay. */
export interface EventLoopPressure {
  /** How many connections the server has accepted. */
  accepted: () => number;
  /** Whether connections arrive, or transactions are in flight. */
  isUrgent: () => boolean;
}

/** How long tasks yield after one of them, in processor time. A page takes a dozen milliseconds. */
const yieldMilliseconds = { usually: 0, whenUrgent: 4, whileAccepting: 24 };

/**
 * Tasks yield at most this many times what the last one took: otherwise a page's sixteen files, of
 * a fraction of a millisecond, took half a second while connections arrived.
 */
const maxTimesOfTask = 2;

/**
 * Lets one task start in each turn of the event loop, of the network that has had the fewest
 * lately. A page blocks the loop for milliseconds; eighty that became ready in one turn delayed a
 * cached page, which takes microseconds, by half a second.
 *
 * After each task the next one waits, so that what is urgent and short comes in between: 4 ms of
 * processor time while a transaction is in flight or a connection came just now, 24 ms while each
 * turn accepts a connection, and never more than twice what the task took. Node accepts one
 * connection in each turn: with a page in every turn, 300 new connections a second made visitors
 * wait for seven seconds, and with 4 ms, three thousand overflowed the kernel's queue. A
 * transaction of four exchanges with the database blocked everyone else for the length of four
 * pages. That more connections wait is seen by turns, not by time: where the process had a fifth of
 * a core, 200 a second made visitors wait for twenty seconds.
 */
export class EventLoopScheduler {
  readonly #waiting = new FairQueue<Waiting>();
  readonly #pressure: EventLoopPressure;
  readonly #watches: Watches;
  /** Milliseconds that the last task took. */
  #took = 0;
  #isScheduled = false;
  #isRunning = false;
  /** How many connections had been accepted by the last turn. */
  #accepted = 0;

  constructor(
    pressure: EventLoopPressure,
    watches: Watches = { sinceStart: new CpuStopwatch(), sinceEnd: new CpuStopwatch() },
  ) {
    this.#pressure = pressure;
    this.#watches = watches;
  }

  /** Whether as many tasks of a network wait as it may have connections: one more is refused. */
  isFullFor(network: string): boolean {
    return this.#waiting.lengthOf(network) >= maxWaiting;
  }

  /**
   * Waits for a turn; returns immediately when nothing else started in this one.
   *
   * @param isGone whether its client has gone: then it takes no turn from others, but still returns
   */
  async take(network: string, isGone = () => false): Promise<void> {
    if (this.#isScheduled || this.#mustYield()) {
      const turn = new Promise<void>((begin) => this.#waiting.add(network, { begin, isGone }));
      this.#schedule();
      return turn;
    }
    this.#begin();
    this.#schedule();
  }

  #begin(): void {
    this.#isRunning = true;
    this.#watches.sinceStart.start();
  }

  #mustYield(): boolean {
    const { usually, whenUrgent, whileAccepting } = yieldMilliseconds;
    // Node accepts one waiting connection in each turn.
    const isAccepting = this.#pressure.accepted() !== this.#accepted;
    const usual = this.#pressure.isUrgent() ? whenUrgent : usually;
    const longest = isAccepting ? whileAccepting : usual;
    return !this.#watches.sinceEnd.hasRun(Math.min(longest, maxTimesOfTask * this.#took));
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(this.#next);
  }

  readonly #next = () => {
    this.#isScheduled = false;
    if (this.#isRunning) this.#end();
    if (this.#waiting.length === 0) return;
    if (!this.#mustYield()) {
      this.#begin();
      for (let gone = 0; gone < maxGone; gone += 1) {
        const next = this.#waiting.take();
        next?.begin();
        if (!next?.isGone()) break;
      }
    }
    this.#accepted = this.#pressure.accepted();
    this.#schedule();
  };

  #end(): void {
    this.#isRunning = false;
    this.#took = this.#watches.sinceStart.read();
    this.#watches.sinceEnd.start();
  }
}
