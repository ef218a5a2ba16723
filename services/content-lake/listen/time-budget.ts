import { ComputationTimeout } from "@platen/kit";
import { TimeLimit, type Timing } from "../time-limit";
import { limits } from "../limits";
import type { InlineTime } from "../query/inline-time";
import type { Filter } from "./filter";

/**
 * The time that each user's filters may take over one commit: its writer, and every write behind
 * it, waits for them all.
 */
export class TimeBudget {
  readonly #time: InlineTime;
  readonly #timing: Timing | undefined;
  readonly #limits = new Map<string, TimeLimit>();
  readonly #late = new Set<string>();

  /** @param time that each user's filters may take over all commits */
  constructor(time: InlineTime, timing?: Timing) {
    this.#time = time;
    this.#timing = timing;
  }

  /**
   * What `work` returns; undefined when it takes longer than the user has left. Yields before a
   * second try: two in one go blocked everyone for half a second.
   */
  *spend<T>(
    userId: string,
    filter: Pick<Filter, "evaluates">,
    work: () => T,
  ): Generator<undefined, T | undefined> {
    if (!filter.evaluates) return work();
    // Just below the limit over every commit would be half of the time while an editor is busy.
    if (this.#time.secondsUntilAllowed(userId) > 0) return undefined;
    const limit = this.#limits.get(userId) ?? new TimeLimit(limits.listenerFilters, this.#timing);
    this.#limits.set(userId, limit);
    try {
      return this.#time.spend(userId, 0, () => limit.run(work));
    } catch (error) {
      if (!(error instanceof ComputationTimeout)) throw error;
      if (this.#late.has(userId)) return undefined;
      // A machine that briefly stalls looks like a costly filter: only a user who exceeds the limit
      // twice is cut off.
      this.#late.add(userId);
      this.#limits.delete(userId);
      yield;
      return yield* this.spend(userId, filter, work);
    }
  }
}
