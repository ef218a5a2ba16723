/**
 * A queue that takes items in turns: one of each requester, then the next of each. With first come,
 * first served, a requester with sixty items blocked everyone else until all of theirs were done.
 */
export class RoundRobin<T> {
  /** In the order in which the requesters have their turns. */
  readonly #waiting = new Map<string, T[]>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Number of a requester's waiting items. */
  lengthOf(requester: string): number {
    return this.#waiting.get(requester)?.length ?? 0;
  }

  add(requester: string, item: T): void {
    const own = this.#waiting.get(requester);
    if (own) own.push(item);
    else this.#waiting.set(requester, [item]);
    this.#length += 1;
  }

  /** Takes the first item of the requester whose turn it is. */
  take(): T | undefined {
    const [entry] = this.#waiting;
    if (!entry) return undefined;
    const [requester, own] = entry;
    // In place: copying thousands for each item taken would take longer than the work itself.
    const next = own.shift();
    this.#waiting.delete(requester);
    if (own.length > 0) this.#waiting.set(requester, own);
    this.#length -= 1;
    return next;
  }

  /**
   * Takes the last item of the requester who has the most, so that `requester` gets its slot;
   * undefined when nobody has at least two more.
   */
  takeFromLongest(requester: string): T | undefined {
    const own = this.lengthOf(requester);
    const longest = [...this.#waiting.values()].reduce((a, b) => (b.length > a.length ? b : a), []);
    if (longest.length <= own + 1) return undefined;
    this.#length -= 1;
    return longest.pop();
  }
}
