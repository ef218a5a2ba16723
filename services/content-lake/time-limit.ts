import { ComputationTimeout, processorTime, withinTime } from "@platen/kit";

/** The clock of a {@link TimeLimit}: a test's own clock must not race with V8's. */
export interface Timing {
  /** In milliseconds. */
  now: () => number;
  run: typeof withinTime;
}

/**
 * The processor's clock, because by the wall clock a busy machine cut off listeners whose filters
 * had taken hardly any time.
 */
const realTime: Timing = { now: processorTime, run: withinTime };

/** A time limit for several pieces of work together. */
export class TimeLimit {
  readonly #milliseconds: number;
  readonly #timing: Timing;
  #spent = 0;

  constructor(milliseconds: number, timing = realTime) {
    this.#milliseconds = milliseconds;
    this.#timing = timing;
  }

  /** Counts work that was done elsewhere. */
  spend(milliseconds: number): void {
    this.#spent += milliseconds;
  }

  /** As {@link withinTime}, for as long as is left. */
  run<T>(work: () => T): T {
    const left = Math.ceil(this.#milliseconds - this.#spent);
    if (left <= 0) throw new ComputationTimeout(this.#milliseconds);
    const start = this.#timing.now();
    try {
      return this.#timing.run(left, work);
    } catch (error) {
      throw error instanceof ComputationTimeout
        ? new ComputationTimeout(this.#milliseconds, error.processed)
        : error;
    } finally {
      this.spend(this.#timing.now() - start);
    }
  }
}
