import { LRUCache } from "lru-cache";
import { z } from "zod";
import { type TimeLimit } from "../computation";
import { limits } from "../limits";
import { type Store } from "../store";
import { type Transaction } from "../transaction";
import { answer, QueryTimeout, select } from "./evaluate";
import { type Question, SlowQueries, type TaggedResult } from "./slow-queries";

const ids = z.array(z.string());

/** Answers queries over the store's perspectives. */
export class Queries {
  readonly #store: Store;
  readonly #slow: SlowQueries | undefined;
  /**
   * Queries that took too long here before: trying again would hold everyone up again. One that the other thread answers
   * quickly is forgotten: it had met a moment in which the machine stood still, and would wait behind slow ones for ever.
   */
  readonly #known = new LRUCache<string, true>({ max: 1_000, maxSize: 10_000_000 });

  /** @param worker the compiled `query-worker`; without one, long queries hold up everything else */
  constructor(store: Store, worker: URL | undefined) {
    this.#store = store;
    this.#slow = worker && new SlowQueries(store, worker);
  }

  /**
   * Answers with all that was committed before the call. The tags are those that a live event names when the result may
   * have changed.
   *
   * @throws LakeError 400 when the query is malformed, uses what there is not, or takes or returns too much; 429 when too
   *   many long queries wait
   */
  async answer(question: Question): Promise<TaggedResult> {
    const { perspective, query, params, context } = question;
    return this.#hereOr(
      query,
      (milliseconds) => {
        const view = this.#store.perspectives.view(perspective);
        const { json, dependencies } = answer(view, query, params, context, milliseconds);
        return { json, tags: dependencies.tags() };
      },
      async (slow) => {
        const { json, tags, milliseconds } = await slow.answer(question);
        if (milliseconds < limits.quickQuery) this.#known.delete(query);
        return { json, tags };
      },
    );
  }

  /**
   * The ids of the documents that a query selects at this point of a transaction, which must stand still meanwhile. The
   * time that it computes is the transaction's.
   *
   * @throws LakeError 400 when the query is malformed, uses what there is not, or takes too much
   */
  async select(
    transaction: Transaction,
    { query, params, context }: Omit<Question, "perspective">,
    time: TimeLimit,
  ): Promise<string[]> {
    const json = await this.#hereOr(
      query,
      (milliseconds) => {
        const start = performance.now();
        try {
          return select(transaction.view, query, params, context, milliseconds).json;
        } finally {
          time.spend(performance.now() - start);
        }
      },
      async (slow) => {
        const over = transaction.changed;
        const selected = await slow.select({ perspective: "raw", query, params, context, over });
        time.spend(selected.milliseconds);
        if (selected.milliseconds < limits.quickQuery) this.#known.delete(query);
        return selected.json;
      },
    );
    return ids.parse(JSON.parse(json));
  }

  close(): void {
    this.#slow?.close();
  }

  /** Tries a query in this thread, and in the other when it takes long. */
  async #hereOr<T>(
    query: string,
    here: (milliseconds: number) => T,
    there: (slow: SlowQueries) => Promise<T>,
  ): Promise<T> {
    if (!this.#slow) return here(limits.computation);
    if (this.#known.has(query)) return there(this.#slow);
    try {
      return here(limits.quickQuery);
    } catch (error) {
      if (!(error instanceof QueryTimeout)) throw error;
      this.#known.set(query, true, { size: query.length + 1 });
      return there(this.#slow);
    }
  }
}
