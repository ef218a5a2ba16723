import { RoundRobin } from "@platen/kit";
import { AssetError } from "../asset-error";

interface Turn {
  start(): void;
  refuse(error: AssetError): void;
}

/**
 * Lets a bounded number of image operations run at once and a bounded number wait. Each takes a
 * core and tens of megabytes: without the bound one page of new pictures would starve every other
 * request, without the second bound waiting requests would pile up until memory runs out.
 */
export class TransformQueue {
  #running = 0;
  readonly #waiting = new RoundRobin<Turn>();
  readonly #concurrency: number;
  readonly #waitingLimit: number;

  constructor(concurrency: number, waitingLimit: number) {
    this.#concurrency = concurrency;
    this.#waitingLimit = waitingLimit;
  }

  /**
   * Runs `work` when its turn comes.
   *
   * @param requester who the turn is charged to: a visitor's network, or "staff"
   * @throws AssetError 503 with Retry-After when too many wait already, most of them for this
   *   requester
   */
  async run<T>(requester: string, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#concurrency) this.#running++;
    else await this.#turn(requester);
    try {
      return await work();
    } finally {
      const next = this.#waiting.take();
      if (next) next.start();
      else this.#running--;
    }
  }

  #turn(requester: string): Promise<void> {
    if (this.#waiting.length >= this.#waitingLimit) {
      const refused = this.#waiting.takeFromLongest(requester);
      if (!refused) throw overloaded();
      refused.refuse(overloaded());
    }
    return new Promise((start, refuse) => this.#waiting.add(requester, { start, refuse }));
  }
}

const overloaded = () =>
  new AssetError(503, "overloaded", "Too many images are being processed; try again shortly.", {
    "Retry-After": "2",
  });
