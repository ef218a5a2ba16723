import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { TimeLimit } from "../time-limit";
import { LakeError } from "../errors";
import { reader } from "../access/identity";
import { limits } from "../limits";
import type { Written } from "../commit";
import type { Store } from "../store";
import { runQuery, QueryTimeout, select } from "./evaluate";
import { wasStarved } from "./retry-starved";
import { InlineTime, realClocks } from "./inline-time";
import { InlineTurns } from "./inline-turns";
import { isLookup, type View } from "./optimizer";
import { hasReleases } from "./perspective";
import { SlowQueries } from "./worker-pool";
import type { QueryRequest, TaggedResult, TaskResult } from "./worker-thread";

/** A query, and the two ways to compute it: in this thread, or in one of its own. */
interface Attempt {
  request: QueryRequest;
  runInline(milliseconds: number): TaggedResult;
  /** @param expected milliseconds that it is expected to take */
  runInThread(slow: SlowQueries, expected: number): Promise<TaskResult>;
  isLookup(): boolean;
}

const ids = z.array(z.string());

/**
 * The share of an inline query's time limit below which a thread's measurement clears a query: one
 * that takes about the limit would be aborted here every second time, and block everyone.
 */
const clearlyQuick = 0.5;

/** The documents at a point of a transaction. */
interface Uncommitted {
  readonly view: View;
  readonly changed: readonly Written[];
}

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
  /** Requesters that had a query aborted within the last minute. */
  readonly #aborted = new LRUCache<string, true>({ max: 10_000, ttl: 60_000 });
  readonly #time: InlineTime;
  /** Lookups have a separate budget, so that a requester's slow queries cannot delay them. */
  readonly #lookupTime: InlineTime;
  readonly #turns: InlineTurns;
  /** The site's reader waits for nobody else. */
  readonly #readersTurns: InlineTurns;

  /** @param worker the compiled `query-worker`; without one, slow queries block everything else */
  constructor(store: Store, worker: URL | undefined, clocks = realClocks) {
    this.#store = store;
    this.#slow = worker && new SlowQueries(store, worker);
    this.#time = new InlineTime(clocks);
    this.#lookupTime = new InlineTime(clocks);
    this.#turns = new InlineTurns(clocks.now, { pauseThreshold: limits.inlineQuery });
    this.#readersTurns = new InlineTurns(clocks.now, { pauseThreshold: Infinity });
  }

  /**
   * The result includes all that was committed before the call. The tags are those that a live
   * event names when the result may have changed.
   *
   * @throws LakeError 400 when the query is malformed, uses unsupported features, or takes or
   *   returns too much; 429 when it is slow, and its requester has too many slow ones in flight
   */
  async run(request: QueryRequest): Promise<TaggedResult> {
    const { perspective, query, params, context } = request;
    const view = () => this.#store.perspectives.view(perspective);
    const { json, tags } = await this.#runAttempt({
      request,
      runInline: (milliseconds) => {
        const { json, dependencies } = runQuery(view, query, params, context, milliseconds);
        return { json, tags: dependencies.tags() };
      },
      runInThread: (slow, expected) => slow.run(request, expected),
      isLookup: () => !hasReleases(perspective) && isLookup(view(), query, params),
    });
    return { json, tags };
  }

  /**
   * The ids of the documents that a query selects at this point of a transaction, which must not
   * change in the meantime. Its computing time counts as the transaction's.
   *
   * @throws LakeError 400 when the query is malformed, uses unsupported features, or takes too much
   */
  async select(
    transaction: Uncommitted,
    { query, params, context }: Omit<QueryRequest, "perspective">,
    time: TimeLimit,
  ): Promise<string[]> {
    const request: QueryRequest = { perspective: "raw", query, params, context };
    const { json } = await this.#runAttempt({
      request,
      runInline: (milliseconds) => {
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
      runInThread: async (slow, expected) => {
        const over = transaction.changed;
        const selected = await slow.select({ ...request, over }, expected);
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
  async #runAttempt(attempt: Attempt): Promise<TaggedResult> {
    const { request, runInline, runInThread } = attempt;
    const slow = this.#slow;
    if (!slow) return runInline(limits.computation);
    const requester = request.context.identity;
    const name = `${String(request.perspective)} ${request.query}`;
    const tried = await this.#try(attempt, name);
    if (tried && !(tried instanceof QueryTimeout)) return tried;
    if (this.#isLookup(attempt)) {
      try {
        return this.#time.spend(requester, limits.lookup, () =>
          this.#lookupTime.spend(requester, limits.lookup, () => runInline(limits.lookup)),
        );
      } catch (error) {
        if (!(error instanceof QueryTimeout)) throw error;
        return runInThread(slow, limits.lookup);
      }
    }
    if (tried) this.#know(name, limits.inlineQuery);
    return this.#compute(name, (expected) => runInThread(slow, expected));
  }

  /**
   * Tries a query here, and once more when it was short of the processor; but no second time for a
   * requester with ever new slow queries: others are busy with those, so that each seems to be.
   *
   * @returns undefined when it may not be tried, or is a lookup that would have to wait
   */
  async #try(attempt: Attempt, name: string): Promise<TaggedResult | QueryTimeout | undefined> {
    const requester = attempt.request.context.identity;
    const turns = requester === reader.id ? this.#readersTurns : this.#turns;
    const mayTry = () => !this.#known.has(name) && this.#time.secondsUntilAllowed(requester) === 0;
    let mayTryAgain = true;
    const tryHere = () => {
      if (!mayTry()) return undefined;
      try {
        return this.#time.spend(requester, limits.inlineQuery, () =>
          attempt.runInline(limits.inlineQuery),
        );
      } catch (error) {
        if (!(error instanceof QueryTimeout)) throw error;
        mayTryAgain = requester === reader.id || !this.#aborted.has(requester);
        this.#aborted.set(requester, true);
        return error;
      }
    };
    if (!mayTry() || (turns.isPaused && this.#isLookup(attempt))) return undefined;
    const first = await turns.run(requester, tryHere);
    const isStarved = first instanceof QueryTimeout && mayTryAgain && (await wasStarved(first));
    return isStarved ? ((await turns.run(requester, tryHere)) ?? first) : first;
  }

  /** Whether a query is a lookup of a requester with time left for them. */
  #isLookup({ request, isLookup }: Attempt): boolean {
    const requester = request.context.identity;
    if (this.#lookupTime.secondsUntilAllowed(requester) > 0) return false;
    return this.#time.spend(requester, 0, isLookup);
  }

  /** Computes a query in a thread, and learns from it whether the query is slow. */
  async #compute(
    name: string,
    runInThread: (expected: number) => Promise<TaskResult>,
  ): Promise<TaggedResult> {
    try {
      const result = await runInThread(this.#known.get(name) ?? limits.inlineQuery);
      const { milliseconds, saved } = result;
      if (milliseconds + saved < limits.inlineQuery * clearlyQuick) this.#known.delete(name);
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
}
