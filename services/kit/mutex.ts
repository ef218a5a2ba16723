/** Hands out one turn at a time, first come first served. */
export class Mutex {
  #last: Promise<void> = Promise.resolve();

  /**
   * Resolves when all earlier callers have finished; call the returned function once to finish this
   * turn.
   */
  async take(): Promise<() => void> {
    let finish = () => {};
    const previous = this.#last;
    this.#last = new Promise((resolve) => (finish = resolve));
    await previous;
    return finish;
  }

  /** Runs the work in its own turn. */
  async run<T>(work: () => T | Promise<T>): Promise<T> {
    const finish = await this.take();
    try {
      return await work();
    } finally {
      finish();
    }
  }

  /** Resolves when all turns that were taken so far have finished. */
  async idle(): Promise<void> {
    await this.#last;
  }
}
