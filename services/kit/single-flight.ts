/** Shares work in flight: concurrent callers with the same key get the result of the first. */
export class SingleFlight<T> {
  readonly #inFlight = new Map<string, Promise<T>>();

  /** The number of different works in flight. */
  get size(): number {
    return this.#inFlight.size;
  }

  has(key: string): boolean {
    return this.#inFlight.has(key);
  }

  /** The result of the work in flight under that key, or of this one. */
  run(key: string, work: () => Promise<T>): Promise<T> {
    let running = this.#inFlight.get(key);
    if (!running) {
      running = work().finally(() => this.#inFlight.delete(key));
      this.#inFlight.set(key, running);
    }
    return running;
  }
}
