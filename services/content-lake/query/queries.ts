import { type Store } from "../store";
import { answer, type QueryContext } from "./evaluate";
import { type Parameters } from "./parse";
import { type Perspective } from "./perspective";

/** Answers queries over the store's perspectives. */
export class Queries {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** @returns the result as JSON text, and the sync tags that a live event names when the result may have changed */
  answer(
    perspective: Perspective,
    query: string,
    params: Parameters,
    context: QueryContext,
  ): { json: string; tags: string[] } {
    const view = this.#store.perspectives.view(perspective);
    const { json, dependencies } = answer(view, query, params, context);
    return { json, tags: dependencies.tags() };
  }
}
