import { RoundRobin } from "@platen/kit";
import { limits } from "../limits";

/**
 * Work in the main thread: some milliseconds of it in each turn of the event loop, so that other
 * ready work comes in between, and requesters take turns. Sixty-four slow queries that came at once
 * blocked everyone for six seconds. After a long one there is a pause of the same length: work that
 * takes ten turns of the event loop would wait for ten such pauses.
 */
export class InlineTurns {
  readonly #now: () => number;
  readonly #pauseThreshold: number;
  readonly #waiting = new RoundRobin<() => void>();
  /** Milliseconds of work since the last pause. */
  #worked = 0;
  #isPaused = false;

  /**
   * @param now the clock, in milliseconds
   * @param pauseThreshold after this many milliseconds of work, other work gets the same amount of
   *   time
   */
  constructor(now: () => number, { pauseThreshold }: { pauseThreshold: number }) {
    this.#now = now;
    this.#pauseThreshold = pauseThreshold;
  }

  /** Whether work that comes now waits for a later turn of the event loop. */
  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** The outcome of the work, which begins immediately, unless there is a pause or others wait. */
  run<T>(requester: string, work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.add(requester, () => {
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      });
      this.#work();
    });
  }

  #work(): void {
    while (!this.#isPaused) {
      const next = this.#waiting.take();
      if (!next) return;
      const start = this.#now();
      next();
      this.#worked += this.#now() - start;
      if (this.#worked >= limits.slice) this.#pause();
    }
  }

  #pause(): void {
    const worked = this.#worked;
    this.#worked = 0;
    this.#isPaused = true;
    const resume = () => {
      this.#isPaused = false;
      this.#work();
    };
    // Cap the pause: a stalled machine must not lengthen it.
    if (worked >= this.#pauseThreshold) setTimeout(resume, Math.min(worked, limits.inlineQuery));
    else setImmediate(resume);
  }
}
