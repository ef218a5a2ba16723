import { ComputationTimeout } from "../../within-time";
import { TimeLimit, type Timing } from "../time-limit";
import { limits } from "../limits";
import { type Filter } from "./filter";

/**
 * The time that each user's filters may take over one commit: its writer, and every write behind
 * it, waits for them all.
 */
export class TimeBudget {
  readonly #timing: Timing | undefined;
  readonly #limits = new Map<string, TimeLimit>();
  readonly #late = new Set<string>();

  constructor(timing?: Timing) {
    this.#timing = timing;
  }

  /** What `work` returns; undefined when it takes longer than the user has left. */
  spend<T>(person: string, filter: Pick<Filter, "evaluates">, work: () => T): T | undefined {
    if (!filter.evaluates) return work();
    const limit = this.#limits.get(person) ?? new TimeLimit(limits.listenerFilters, this.#timing);
    this.#limits.set(person, limit);
    try {
      return limit.run(work);
    } catch (error) {
      if (!(error instanceof ComputationTimeout)) throw error;
      if (this.#late.has(person)) return undefined;
      // A machine that briefly stalls looks like a costly filter: only a user who exceeds the limit
      // twice is cut off.
      this.#late.add(person);
      this.#limits.delete(person);
      return this.spend(person, filter, work);
    }
  }
}
