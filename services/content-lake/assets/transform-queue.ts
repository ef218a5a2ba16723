import { AssetError } from "./asset-error";

/**
 * Lets a bounded number of image operations run at once and a bounded number wait. Each takes a core and tens of
 * megabytes: without the bound one page of new pictures would starve every other request, without the second bound
 * waiting requests would pile up until memory ends.
 */
export class TransformQueue {
  #running = 0;
  readonly #waiting: Array<() => void> = [];

  constructor(
    private readonly concurrency: number,
    private readonly waitingLimit: number,
  ) {}

  /**
   * Runs `work` when its turn comes.
   *
   * @throws AssetError 503 with Retry-After when too many wait already
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.concurrency) this.#running++;
    else await this.#turn();
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }

  #turn(): Promise<void> {
    if (this.#waiting.length >= this.waitingLimit) {
      throw new AssetError(
        503,
        "overloaded",
        "Too many images are being processed; try again shortly.",
        { "Retry-After": "2" },
      );
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
