/**
 * The slots that a requester may have before others when it has had none lately: the statements of
 * a sign-in.
 */
const ahead = 8;

/** How many requesters are remembered before those that have had nothing lately are forgotten. */
const maxRemembered = 1_000;

interface Waiting {
  start: () => void;
  due: number;
}

/**
 * Gives out so many slots at a time. The others wait, and those of the requester that has had the
 * fewest lately come first (start-time fair queueing: Goyal, Vin and Cheng, 1996). With first come,
 * first served, ten networks that filled in forms kept the database from everyone: a sign-in, of
 * eight statements, took six seconds; and with one of each requester in rotation it still waited
 * eight times for one of each.
 */
export class FairSlots {
  /** In the order in which they are due. */
  readonly #waiting: Waiting[] = [];
  /** When each requester's next is due. */
  readonly #next = new Map<string, number>();
  /** What was due when the last one started: what each that waits has had. */
  #now = 0;
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
    // Nobody waits for it: counted, those who came before a flood would wait behind all who are new.
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(this.#nextDue(requester), signal);
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

  #nextDue(requester: string): number {
    const due = Math.max(this.#now - ahead, this.#next.get(requester) ?? -Infinity);
    this.#next.set(requester, due + 1);
    if (this.#next.size > maxRemembered) this.#forget();
    return due;
  }

  #wait(due: number, signal?: AbortSignal): Promise<void> {
    return new Promise((start, refuse) => {
      const waiting: Waiting = { start, due };
      const place = this.#waiting.findIndex((other) => other.due > due);
      this.#waiting.splice(place < 0 ? this.#waiting.length : place, 0, waiting);
      signal?.addEventListener("abort", () => {
        const index = this.#waiting.indexOf(waiting);
        if (index >= 0) this.#waiting.splice(index, 1);
        refuse(signal.reason);
      });
    });
  }

  #passOn(): void {
    const next = this.#waiting.shift();
    if (!next) return void (this.#free += 1);
    this.#now = Math.max(this.#now, next.due);
    next.start();
  }

  #forget(): void {
    for (const [requester, due] of this.#next) {
      if (due <= this.#now - ahead) this.#next.delete(requester);
    }
  }
}
