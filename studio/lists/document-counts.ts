import {
  defer,
  distinctUntilChanged,
  map,
  shareReplay,
  startWith,
  switchMap,
  timer,
  type Observable,
} from "rxjs";
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
  /** How many times of Show from and Show until have passed, in all documents. */
  passed: number;
}

const categories = `*[_type == "category"] | order(lower(title)) {
  _id, title, "articles": count(*[_type == "post" && category._ref == ^._id])
}`;

const passed =
  "count(*[dateTime(publishAt) <= dateTime(now())]) + count(*[dateTime(unpublishAt) <= dateTime(now())])";

const minuteMilliseconds = 60_000;

/** A second after each full minute: by then it has begun for a lake whose clock is late, too. */
const eachMinute = defer(() =>
  timer(minuteMilliseconds - (Date.now() % minuteMilliseconds) + 1_000, minuteMilliseconds),
);

/**
 * Counts the documents of many lists with one query, and again when a document or a draft is
 * created or deleted, and at every minute, when scheduled documents appear and end: one listener
 * for the whole desk. A change inside a draft counts when it is published, because the draft is
 * deleted then.
 */
export function countDocuments(
  store: DocumentStore,
  lists: readonly CountedList[],
): Observable<Counts> {
  const fields = lists.map(({ id, filter }) => `${JSON.stringify(id)}: count(*[${filter}])`);
  const query = {
    fetch: `{ "lists": { ${fields.join(", ")} }, "categories": ${categories}, "passed": ${passed} }`,
    listen: `*[!(_id in path("_.**"))]`,
  };
  const options = {
    perspective: "drafts" as const,
    transitions: ["appear" as const, "disappear" as const],
    throttleTime: 2_000,
    tag: "desk.counts",
  };
  return eachMinute.pipe(
    startWith(null),
    switchMap(() => store.listenQuery(query, {}, options)),
    map((counts: Counts) => counts),
    // The panes are resolved again for each value.
    distinctUntilChanged((one, other) => JSON.stringify(one) === JSON.stringify(other)),
    shareReplay({ bufferSize: 1, refCount: true }),
  );
}

/**
 * How many times of Show from and Show until have passed since the desk was opened. A list with
 * this number among its parameters is read again when a document appears or ends: the lake reports
 * edits only.
 *
 * @param counts null until they are known
 */
export function passedSinceOpened(counts: Observable<Counts | null>): Observable<number> {
  // Not in the stream: for a moment nobody subscribes to it while the panes are resolved again.
  let first: number | undefined;
  return counts.pipe(
    map((now) => {
      if (!now) return 0;
      first ??= now.passed;
      return now.passed - first;
    }),
    distinctUntilChanged(),
  );
}
