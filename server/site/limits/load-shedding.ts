import { totalmem } from "node:os";
import { getHeapStatistics } from "node:v8";

/** Above the first, caches release memory; above the second, only cached pages are served. */
const tight = 0.8;
const critical = 0.92;

/** The maximum number of pages rendered at the same time: more would only delay all of them. */
const maxRenders = 100;

/** The maximum for one network, so that no single one turns everyone else away. */
const maxRendersOfNetwork = 20;

/**
 * Beyond `maxRenders` a network still gets this many, up to a second limit: ten networks with
 * sign-ins that waited for their turn held every slot, and a first-time visitor was turned away.
 */
const rendersOfNewcomer = 3;
const maxRendersWithNewcomers = 300;

const checkMilliseconds = 1_000;

/**
 * The share of its memory that this process has used, of what the heap or the machine (or its
 * container) allows.
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
 * Counts the pages that are being rendered, and watches the memory that the process has left. A
 * process that renders every request runs out of memory under too many, and then nobody is served:
 * turning some away first keeps the rest, and all cached pages, at full speed.
 */
export class LoadShedder {
  rendering = 0;
  #memory = 0;
  readonly #byNetwork = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;

  constructor(evict: () => void, measure: () => number = memoryUsed) {
    const check = () => {
      this.#memory = measure();
      if (this.#memory > tight) evict();
    };
    check();
    this.#timer = setInterval(check, checkMilliseconds).unref();
  }

  /** Whether one more page for this network is too much. */
  isFullFor(network: string): boolean {
    const own = this.#byNetwork.get(network) ?? 0;
    if (this.#memory > critical) return true;
    if (own < rendersOfNewcomer) return this.rendering >= maxRendersWithNewcomers;
    return this.rendering >= maxRenders || own >= maxRendersOfNetwork;
  }

  /** Counts a page of this network while it is being rendered. */
  async during<T>(work: () => Promise<T>, network: string): Promise<T> {
    this.#count(network, 1);
    try {
      return await work();
    } finally {
      this.#count(network, -1);
    }
  }

  #count(network: string, change: 1 | -1): void {
    this.rendering += change;
    const rendering = (this.#byNetwork.get(network) ?? 0) + change;
    if (rendering > 0) this.#byNetwork.set(network, rendering);
    else this.#byNetwork.delete(network);
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
