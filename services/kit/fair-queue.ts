/**
 * How many items of a requester that was not served recently come before those of others. A sign-in
 * has eight statements.
 */
const maxLead = 8;

/** Maximum requesters that are remembered; beyond it the least recently active are forgotten. */
const maxRemembered = 1_000;

interface Waiting<T> {
  item: T;
  requester: string;
  due: number;
  /** Whether its requester was not served recently. */
  isFirst: boolean;
}

/**
 * A queue in which the items of the requester that has had the fewest lately come first (start-time
 * fair queueing: Goyal, Vin and Cheng, 1996). With first come, first served, ten networks that
 * filled in forms monopolized the database: a sign-in, of eight statements, took six seconds; and
 * with one of each requester in rotation it still waited eight times for one of each.
 */
export class FairQueue<T> {
  /** In the order in which they are due. */
  readonly #waiting: Waiting<T>[] = [];
  readonly #lengths = new Map<string, number>();
  /** When each requester's next is due; those that added something last are at the end. */
  readonly #next = new Map<string, number>();
  /** What was due when the last one was taken: what each that waits has had. */
  #now = 0;
  /**
   * Lower bound for the start of a requester that was not served recently. It moves on as such
   * requesters are served: otherwise a visitor who had seen a page or two waited behind all that
   * were new, however many came and for however long.
   */
  #begin = -maxLead;

  get length(): number {
    return this.#waiting.length;
  }

  /** Number of a requester's waiting items. */
  lengthOf(requester: string): number {
    return this.#lengths.get(requester) ?? 0;
  }

  add(requester: string, item: T): void {
    const begin = Math.max(this.#now - maxLead, this.#begin);
    const due = Math.max(begin, this.#next.get(requester) ?? -Infinity);
    this.#remember(requester, due + 1);
    const behind = this.#waiting.findIndex((other) => other.due > due);
    const place = behind < 0 ? this.#waiting.length : behind;
    this.#waiting.splice(place, 0, { item, requester, due, isFirst: due === begin });
    this.#lengths.set(requester, this.lengthOf(requester) + 1);
  }

  /** Takes the item whose turn it is. */
  take(): T | undefined {
    const next = this.#waiting.shift();
    if (!next) return undefined;
    if (next.isFirst) this.#begin = Math.max(this.#begin, next.due) + 1 / this.#lengths.size;
    this.#now = Math.max(this.#now, next.due);
    this.#count(next.requester);
    return next.item;
  }

  /** Takes out an item that no longer waits; does nothing when it was taken. */
  remove(item: T): void {
    const place = this.#waiting.findIndex((waiting) => waiting.item === item);
    const [removed] = place < 0 ? [] : this.#waiting.splice(place, 1);
    if (removed) this.#count(removed.requester);
  }

  #count(requester: string): void {
    const left = this.lengthOf(requester) - 1;
    if (left > 0) this.#lengths.set(requester, left);
    else this.#lengths.delete(requester);
  }

  #remember(requester: string, next: number): void {
    this.#next.delete(requester);
    this.#next.set(requester, next);
    if (this.#next.size <= maxRemembered) return;
    const [oldest] = this.#next.keys();
    if (oldest !== undefined) this.#next.delete(oldest);
  }
}
