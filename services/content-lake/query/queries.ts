import { setImmediate as nextTurn } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { z } from "zod";
import { type TimeLimit } from "../time-limit";
import { LakeError } from "../errors";
import { reader } from "../identity";
import { limits } from "../limits";
import { collectionTime } from "../../processor-time";
import { type Store } from "../store";
import { type Transaction } from "../transaction";
import { answer, QueryTimeout, select } from "./evaluate";
import { isLookup } from "./optimizer/lookup-detection";
import { hasReleases } from "./perspective";
import { SlowQueries } from "./worker-pool";
import { type Question, type TaggedResult, type TaskResult } from "./worker-thread";

/** A query, and the two ways to compute it: here or in a thread. */
interface Attempt {
  question: Question;
  here(milliseconds: number): TaggedResult;
  /** @param expected milliseconds that it is expected to take */
  there(slow: SlowQueries, expected: number): Promise<TaskResult>;
  isLookup(): boolean;
}

const ids = z.array(z.string());

/**
 * The share of its time for which an aborted query must have had the processor: otherwise it was
 * held up and may try again.
 */
const ownPart = 0.75;

/**
 * The share of a quick query's time limit below which a thread's measurement clears a query: one
 * that takes about the limit would be aborted here every second time, and block everyone.
 */
const clearlyQuick = 0.5;

/** Runs queries over the store's perspectives. */
export class Queries {
  readonly #store: Store;
  readonly #slow: SlowQueries | undefined;
  /**
   * Queries that took too long here before, with the milliseconds that they took last: trying again
   * would block everyone again. One that a thread computes quickly is forgotten, but not one that
   * is quick only because the thread memoized parts of it: here they are not memoized, and it would
   * be aborted every time.
   */
  readonly #known = new LRUCache<string, number>({ max: 1_000, maxSize: 10_000_000 });
  /** Aborted tries: a requester with ever new slow queries would block everyone with each. */
  readonly #broken = new RateLimiterMemory({ points: limits.brokenTries, duration: 60 });

  /** Whether a try was aborted in this turn of the event loop. */
  #wasLate = false;

  /** @param worker the compiled `query-worker`; without one, slow queries block everything else */
  constructor(store: Store, worker: URL | undefined) {
    this.#store = store;
    this.#slow = worker && new SlowQueries(store, worker);
  }

  /**
   * The result includes all that was committed before the call. The tags are those that a live
   * event names when the result may have changed.
   *
   * @throws LakeError 400 when the query is malformed, uses unsupported features, or takes or
   *   returns too much; 429 when it is slow, and its requester has too many slow ones in flight
   */
  async answer(question: Question): Promise<TaggedResult> {
    const { perspective, query, params, context } = question;
    const view = () => this.#store.perspectives.view(perspective);
    const { json, tags } = await this.#run({
      question,
      here: (milliseconds) => {
        const { json, dependencies } = answer(view, query, params, context, milliseconds);
        return { json, tags: dependencies.tags() };
      },
      there: (slow, expected) => slow.answer(question, expected),
      isLookup: () => !hasReleases(perspective) && isLookup(view(), query, params),
    });
    return { json, tags };
  }

  /**
   * The ids of the documents that a query selects at this point of a transaction, which must not
   * change meanwhile. Its computing time counts as the transaction's.
   *
   * @throws LakeError 400 when the query is malformed, uses unsupported features, or takes too much
   */
  async select(
    transaction: Transaction,
    { query, params, context }: Omit<Question, "perspective">,
    time: TimeLimit,
  ): Promise<string[]> {
    const question: Question = { perspective: "raw", query, params, context };
    const { json } = await this.#run({
      question,
      here: (milliseconds) => {
        const start = performance.now();
        try {
          return {
            json: select(transaction.view, query, params, context, milliseconds).json,
            tags: [],
          };
        } finally {
          time.spend(performance.now() - start);
        }
      },
      there: async (slow, expected) => {
        const over = transaction.changed;
        const selected = await slow.select({ ...question, over }, expected);
        time.spend(selected.milliseconds);
        return selected;
      },
      isLookup: () => isLookup(transaction.view, query, params),
    });
    return ids.parse(JSON.parse(json));
  }

  close(): void {
    this.#slow?.close();
  }

  /** Tries a query in this thread, and computes it in another when it takes too long. */
  async #run(attempt: Attempt): Promise<TaggedResult> {
    const { question, here, there, isLookup } = attempt;
    const slow = this.#slow;
    if (!slow) return here(limits.computation);
    const asker = question.context.identity;
    const name = `${String(question.perspective)} ${question.query}`;
    const isTried = !this.#known.has(name) && (await this.#mayTry(asker));
    if (isTried) {
      const first = await this.#try(attempt, limits.quickQuery);
      if (!(first instanceof QueryTimeout)) return first;
      if (await wasHeldUp(first)) {
        const again = await this.#try(attempt, limits.quickQuery);
        if (!(again instanceof QueryTimeout)) return again;
      }
    }
    if (isLookup()) {
      const found = await this.#try(attempt, limits.lookup);
      return found instanceof QueryTimeout ? there(slow, limits.lookup) : found;
    }
    if (isTried) {
      this.#know(name, limits.quickQuery);
      await this.#broken.penalty(asker);
    }
    return this.#compute(name, (expected) => there(slow, expected));
  }

  /**
   * Tries a query here. Of many that come at once, at most one is aborted per turn of the event
   * loop: other ready work comes in between, and lookups do not wait for any.
   */
  async #try(
    { here, isLookup }: Attempt,
    milliseconds: number,
  ): Promise<TaggedResult | QueryTimeout> {
    if (this.#wasLate && !isLookup()) while (this.#wasLate) await nextTurn();
    try {
      return here(milliseconds);
    } catch (error) {
      if (!(error instanceof QueryTimeout)) throw error;
      this.#wasLate = true;
      setImmediate(() => (this.#wasLate = false));
      return error;
    }
  }

  /** Computes a query in a thread, and learns from it whether the query is slow. */
  async #compute(
    name: string,
    there: (expected: number) => Promise<TaskResult>,
  ): Promise<TaggedResult> {
    try {
      const result = await there(this.#known.get(name) ?? limits.quickQuery);
      const { milliseconds, saved } = result;
      if (milliseconds + saved < limits.quickQuery * clearlyQuick) this.#known.delete(name);
      else this.#know(name, milliseconds);
      return result;
    } catch (error) {
      if (error instanceof LakeError && error.status === 400) this.#know(name, limits.computation);
      throw error;
    }
  }

  #know(name: string, milliseconds: number): void {
    this.#known.set(name, milliseconds, { size: name.length });
  }

  /** The texts of the site's own queries are few. */
  async #mayTry(asker: string): Promise<boolean> {
    if (asker === reader.id) return true;
    const broken = await this.#broken.get(asker);
    return (broken?.consumedPoints ?? 0) < limits.brokenTries;
  }
}

/**
 * Whether an aborted query got little of its time: the process was stopped, the processor busy,
 * garbage collected.
 */
async function wasHeldUp({ processed }: QueryTimeout): Promise<boolean> {
  return processed - (await collectionTime()) < limits.quickQuery * ownPart;
}
