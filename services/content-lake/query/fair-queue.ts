/** Something that waits for its turn. */
export interface Turn {
  /** Who has asked for it. */
  asker: string;
  /** Milliseconds that it is expected to take. */
  expected: number;
}

/**
 * Decides who comes next, so that every asker gets the same share of the time, however much they ask for: start-time fair
 * queueing (P. Goyal, H. Vin, H. Cheng: "Start-time Fair Queuing", SIGCOMM 1996). What an asker was given moves their next
 * turn back by as much; who has just come starts beside the first of those that wait, and so neither has saved up time nor
 * pays for what others asked before. Of an asker's own the shortest comes first.
 */
export class FairQueue<T extends Turn> {
  /** In order of their arrival. */
  readonly #waiting = new Set<T>();
  /** Up to where each asker was given time, on a clock that stands where the first of those that wait begins. */
  readonly #given = new Map<string, number>();
  #clock = 0;

  get waiting(): Iterable<T> {
    return this.#waiting;
  }

  add(turn: T): void {
    this.#waiting.add(turn);
  }

  /** Takes out the next one of those that are wanted. */
  take(isWanted: (turn: T) => boolean): T | undefined {
    const wanted = [...this.#waiting].filter(isWanted);
    const next = wanted.reduce<T | undefined>(
      (first, turn) => (first && !this.#precedes(turn, first) ? first : turn),
      undefined,
    );
    if (!next) return undefined;
    this.#clock = Math.min(...[...this.#waiting].map(({ asker }) => this.#start(asker)));
    this.#waiting.delete(next);
    this.#given.set(next.asker, this.#start(next.asker) + next.expected);
    return next;
  }

  /** Counts the milliseconds that a turn took in place of those that were expected. */
  settle({ asker, expected }: T, milliseconds: number): void {
    const given = this.#start(asker) + milliseconds - expected;
    // Who is not ahead of the clock begins at it anyway: nothing is remembered of them.
    if (given > this.#clock) this.#given.set(asker, given);
    else this.#given.delete(asker);
  }

  /** Forgets who was given how much, once nobody waits. */
  clear(): void {
    this.#waiting.clear();
    this.#given.clear();
  }

  #precedes(turn: T, other: T): boolean {
    const [start, otherStart] = [this.#start(turn.asker), this.#start(other.asker)];
    return start === otherStart ? turn.expected < other.expected : start < otherStart;
  }

  #start(asker: string): number {
    return Math.max(this.#clock, this.#given.get(asker) ?? 0);
  }
}
