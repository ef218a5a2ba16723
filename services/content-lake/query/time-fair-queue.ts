/** Something that waits for its turn. */
export interface Turn {
  /** The requester. */
  requester: string;
  /** Milliseconds that it is expected to take. */
  expected: number;
}

/**
 * Decides who is next, so that every requester gets the same share of the time, however much they
 * request: start-time fair queueing (P. Goyal, H. Vin, H. Cheng: "Start-time Fair Queuing", SIGCOMM
 * 1996). Time given to a requester moves their next turn back by as much; a new requester starts
 * level with the first of those that wait, and so has neither saved up time nor pays for earlier
 * requests of others. Within one requester, the shortest comes first.
 */
export class TimeFairQueue<T extends Turn> {
  /** In order of their arrival. */
  readonly #waiting = new Set<T>();
  /**
   * Virtual time up to which each requester was served; the virtual clock is the start of the first
   * one that waits.
   */
  readonly #given = new Map<string, number>();
  #clock = 0;

  get waiting(): Iterable<T> {
    return this.#waiting;
  }

  add(turn: T): void {
    this.#waiting.add(turn);
  }

  /** Takes out the next of the wanted ones. */
  take(isWanted: (turn: T) => boolean): T | undefined {
    const wanted = [...this.#waiting].filter(isWanted);
    const next = wanted.reduce<T | undefined>(
      (first, turn) => (first && !this.#precedes(turn, first) ? first : turn),
      undefined,
    );
    if (!next) return undefined;
    this.#clock = Math.min(...[...this.#waiting].map(({ requester }) => this.#start(requester)));
    this.#waiting.delete(next);
    this.#given.set(next.requester, this.#start(next.requester) + next.expected);
    return next;
  }

  /** Counts the milliseconds that a turn took instead of the expected ones. */
  settle({ requester, expected }: T, milliseconds: number): void {
    const given = this.#start(requester) + milliseconds - expected;
    // A requester who is not ahead of the clock starts at it anyway and needs no entry.
    if (given > this.#clock) this.#given.set(requester, given);
    else this.#given.delete(requester);
  }

  /** Forgets how much each was given, once nobody waits. */
  clear(): void {
    this.#waiting.clear();
    this.#given.clear();
  }

  #precedes(turn: T, other: T): boolean {
    const [start, otherStart] = [this.#start(turn.requester), this.#start(other.requester)];
    return start === otherStart ? turn.expected < other.expected : start < otherStart;
  }

  #start(requester: string): number {
    return Math.max(this.#clock, this.#given.get(requester) ?? 0);
  }
}
