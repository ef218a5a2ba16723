import { distinctUntilChanged, map, shareReplay, type Observable } from "rxjs";
import type { DocumentStore } from "sanity";

/** A list of the desk that shows its number of documents. */
export interface CountedList {
  id: string;
  /** The GROQ filter of its documents, with drafts overlaid. */
  filter: string;
}

export interface Counts {
  /** By the id of the list. */
  lists: Partial<Record<string, number>>;
  categories: { _id: string; title: string | null; articles: number }[];
}

const categories = `*[_type == "category"] | order(lower(title)) {
  _id, title, "articles": count(*[_type == "post" && category._ref == ^._id])
}`;

/**
 * Counts the documents of many lists with one query, and again when a document or a draft is
 * created or deleted: one listener for the whole desk. A change inside a draft counts when it is
 * published, because the draft is deleted then.
 */
export function countDocuments(
  store: DocumentStore,
  lists: readonly CountedList[],
): Observable<Counts> {
  const fields = lists.map(({ id, filter }) => `${JSON.stringify(id)}: count(*[${filter}])`);
  const query = {
    fetch: `{ "lists": { ${fields.join(", ")} }, "categories": ${categories} }`,
    listen: `*[!(_id in path("_.**"))]`,
  };
  return store
    .listenQuery(
      query,
      {},
      {
        perspective: "drafts",
        transitions: ["appear", "disappear"],
        throttleTime: 2_000,
        tag: "desk.counts",
      },
    )
    .pipe(
      map((counts: Counts) => counts),
      // The panes are resolved again for each value.
      distinctUntilChanged((one, other) => JSON.stringify(one) === JSON.stringify(other)),
      shareReplay({ bufferSize: 1, refCount: true }),
    );
}
