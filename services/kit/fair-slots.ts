import { FairQueue } from "./fair-queue";

/** Gives out a fixed number of slots at a time. The others wait, in the order of a `FairQueue`. */
export class FairSlots {
  readonly #waiting = new FairQueue<() => void>();
  #free: number;

  constructor(slots: number) {
    this.#free = slots;
  }

  /**
   * Waits for a slot. Throws the signal's reason when it is aborted before there is one.
   *
   * @returns what frees it; call it once
   */
  async take(requester: string, signal?: AbortSignal): Promise<() => void> {
    // A free slot is not counted as a turn of its requester: otherwise requesters that arrived
    // before a flood would wait behind every new requester.
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(requester, signal);
    return () => this.#passOn();
  }

  /**
   * Runs the work while it holds a slot. Throws the signal's reason when it is aborted before the
   * work begins.
   */
  async run<T>(requester: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const free = await this.take(requester, signal);
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      free();
    }
  }

  #wait(requester: string, signal?: AbortSignal): Promise<void> {
    return new Promise((start, refuse) => {
      this.#waiting.add(requester, start);
      signal?.addEventListener("abort", () => {
        this.#waiting.remove(start);
        refuse(signal.reason);
      });
    });
  }

  #passOn(): void {
    const start = this.#waiting.take();
    if (start) start();
    else this.#free += 1;
  }
}
