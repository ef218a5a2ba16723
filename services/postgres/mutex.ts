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
    // PGlite runs in promise callbacks alone: without this pause a long queue of statements would
    // keep the event loop from reading any socket until the queue is empty.
    await new Promise((resolve) => setImmediate(resolve));
    return finish;
  }
}
