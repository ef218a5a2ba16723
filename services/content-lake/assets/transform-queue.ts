import { AssetError } from "./asset-error";

interface Turn {
  start(): void;
  refuse(error: AssetError): void;
}

/**
 * Lets a bounded number of image operations run at once and a bounded number wait. Each takes a core and tens of
 * megabytes: without the bound one page of new pictures would starve every other request, without the second bound
 * waiting requests would pile up until memory ends. Requesters take turns: first come, first served, sixty costly
 * pictures of one stranger made the next visitor wait for half a minute.
 */
export class TransformQueue {
  #running = 0;
  #waitingCount = 0;
  /** Those that wait, by requester; the requester whose turn is next comes first. */
  readonly #waiting = new Map<string, Turn[]>();

  constructor(
    private readonly concurrency: number,
    private readonly waitingLimit: number,
  ) {}

  /**
   * Runs `work` when its turn comes.
   *
   * @param requester whose turns these are: a visitor's network, or "staff"
   * @throws AssetError 503 with Retry-After when too many wait already, most of them for this requester
   */
  async run<T>(requester: string, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.concurrency) this.#running++;
    else await this.#turn(requester);
    try {
      return await work();
    } finally {
      const next = this.#take();
      if (next) next.start();
      else this.#running--;
    }
  }

  #turn(requester: string): Promise<void> {
    const own = this.#waiting.get(requester) ?? [];
    if (this.#waitingCount >= this.waitingLimit) this.#makeRoom(own.length);
    return new Promise((start, refuse) => {
      own.push({ start, refuse });
      this.#waiting.set(requester, own);
      this.#waitingCount++;
    });
  }

  /** Refuses the last of the requester who has most, unless the one who comes has as many. */
  #makeRoom(ownLength: number): void {
    const longest = [...this.#waiting.values()].reduce((a, b) => (b.length > a.length ? b : a), []);
    const refused = longest.length > ownLength + 1 ? longest.pop() : undefined;
    if (!refused) throw overloaded();
    this.#waitingCount--;
    refused.refuse(overloaded());
  }

  #take(): Turn | undefined {
    const [entry] = this.#waiting;
    if (!entry) return undefined;
    const [requester, turns] = entry;
    const next = turns.shift();
    this.#waiting.delete(requester);
    if (turns.length > 0) this.#waiting.set(requester, turns);
    this.#waitingCount--;
    return next;
  }
}

const overloaded = () =>
  new AssetError(503, "overloaded", "Too many images are being processed; try again shortly.", {
    "Retry-After": "2",
  });
