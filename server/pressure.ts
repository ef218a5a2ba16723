import { totalmem } from "node:os";
import { getHeapStatistics } from "node:v8";

/** Above the first the caches give back, above the second only what is kept is answered. */
const tight = 0.8;
const critical = 0.92;

/** More pages than this are not rendered at the same time: each would only make all of them later. */
const mostRenders = 100;

const checkMilliseconds = 1_000;

/**
 * How much of its memory this process has used, of what the heap or the machine (or its container) allows.
 *
 * @returns 0 to 1
 */
export function memoryUsed(): number {
  const heap = getHeapStatistics();
  const allowed = process.constrainedMemory() || Infinity;
  return Math.max(
    heap.used_heap_size / heap.heap_size_limit,
    process.memoryUsage.rss() / Math.min(allowed, totalmem()),
  );
}

/**
 * Watches what the process has left. A process that renders whatever it is asked falls over when that is too much, and
 * then nobody is served: turning some away first keeps the rest, and all that is kept, at full speed.
 */
export class Pressure {
  rendering = 0;
  #memory = 0;
  readonly #timer: NodeJS.Timeout;

  constructor(giveBack: () => void, measure: () => number = memoryUsed) {
    const check = () => {
      this.#memory = measure();
      if (this.#memory > tight) giveBack();
    };
    check();
    this.#timer = setInterval(check, checkMilliseconds).unref();
  }

  /** Whether one more page is too much. */
  get full(): boolean {
    return this.#memory > critical || this.rendering >= mostRenders;
  }

  /** Counts a page while it is being made. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.rendering += 1;
    try {
      return await work();
    } finally {
      this.rendering -= 1;
    }
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
