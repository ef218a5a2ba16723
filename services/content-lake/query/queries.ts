import { LRUCache } from "lru-cache";
import { limits } from "../limits";
import { type Store } from "../store";
import { answer, QueryTimeout } from "./evaluate";
import { type Question, SlowQueries, type TaggedResult } from "./slow-queries";

/** Answers queries over the store's perspectives. */
export class Queries {
  readonly #store: Store;
  readonly #slow: SlowQueries | undefined;
  /** Queries that took too long here before: trying again would hold everyone up again. */
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
    const { query } = question;
    if (!this.#slow) return this.#here(question, limits.computation);
    if (this.#known.has(query)) return this.#slow.answer(question);
    try {
      return this.#here(question, limits.quickQuery);
    } catch (error) {
      if (!(error instanceof QueryTimeout)) throw error;
      this.#known.set(query, true, { size: query.length + 1 });
      return this.#slow.answer(question);
    }
  }

  close(): void {
    this.#slow?.close();
  }

  #here({ perspective, query, params, context }: Question, milliseconds: number): TaggedResult {
    const view = this.#store.perspectives.view(perspective);
    const { json, dependencies } = answer(view, query, params, context, milliseconds);
    return { json, tags: dependencies.tags() };
  }
}
