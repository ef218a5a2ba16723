import { z } from "zod";
import { type Document, isPublishedId } from "../document";
import { limits } from "../limits";
import { type QueryContext } from "../query/evaluate";
import { type Parameters } from "../query/parse";
import { inTimeSlices } from "../time-slicing";
import { type Commit, type Store } from "../store";
import { type Change } from "../transaction";
import { type Filter, parseFilter, type View } from "./filter";
import { RecentCommits } from "./recent-commits";
import { TimeBudget } from "./time-budget";

/** https://www.sanity.io/docs/http-listen, as @sanity/client 7.28 sends them. */
export const listenOptions = z.object({
  includeResult: z.boolean().default(false),
  includePreviousRevision: z.boolean().default(false),
  includeMutations: z.boolean().default(true),
  /** Drafts and versions too. */
  includeAllVersions: z.boolean().default(true),
  effectFormat: z.literal("mendoza").optional().catch(undefined),
});

export type ListenOptions = z.infer<typeof listenOptions>;

/** One document's part in one transaction, as the client's MutationEvent. */
export type MutationEvent = Record<string, unknown> & { eventId: string };

interface Listener {
  /** The id of the user who listens. */
  identity: string;
  filter: Filter;
  options: ListenOptions;
  send(event: MutationEvent): void;
  /** Ends the connection: its client reconnects and starts afresh. */
  cut(): void;
}

/** Sends every listener what each commit did to the documents that match its query. */
export class Listeners {
  readonly #store: Store;
  readonly #context: Omit<QueryContext, "identity">;
  readonly #listeners = new Set<Listener>();
  readonly #recent = new RecentCommits();
  readonly #unsubscribe: () => void;

  /**
   * @param past the last commits before this process, oldest first: their listeners reconnect as
   *   well
   */
  constructor(store: Store, context: Omit<QueryContext, "identity">, past: readonly Commit[] = []) {
    this.#store = store;
    this.#context = context;
    for (const commit of past) this.#recent.add(commit);
    this.#unsubscribe = store.onCommit(async (commit) => {
      this.#recent.add(commit);
      // Listeners that join from here on see the commit already.
      await inTimeSlices(this.#tell(commit, [...this.#listeners]));
    });
  }

  /**
   * From the next commit on, until `cut` is called, `send` receives an event for each document that
   * `query` matches before or after it. The events of a commit come together and in order.
   *
   * @returns a function that stops, and the events after one that the client had before, or after
   *   all those of a transaction when only its id is given; undefined when they are no longer
   *   known. Throws a LakeError 400 when the query is malformed or no filter of `*`
   */
  listen(
    { query, params, identity }: { query: string; params: Parameters; identity: string },
    options: ListenOptions,
    { send, cut }: Pick<Listener, "send" | "cut">,
  ): { stop(): void; missed(lastEventId: string): MutationEvent[] | undefined } {
    const filter = parseFilter(query, params, { ...this.#context, identity });
    const listener: Listener = { identity, filter, options, send, cut };
    this.#listeners.add(listener);
    return {
      stop: () => this.#listeners.delete(listener),
      missed: (lastEventId) => this.#missed(listener, lastEventId),
    };
  }

  /**
   * The id of the transaction up to which a listener that begins now knows everything; undefined
   * before the first.
   */
  get lastTransactionId(): string | undefined {
    return this.#recent.last;
  }

  close(): void {
    this.#unsubscribe();
    this.#listeners.clear();
  }

  #missed(
    { identity, filter, options }: Listener,
    lastEventId: string,
  ): MutationEvent[] | undefined {
    const transactionId = lastEventId.split("#", 1).join("");
    const known = filter.readsOthers ? undefined : this.#recent.from(transactionId);
    if (!known) return undefined;
    const hasAll = transactionId === lastEventId;
    const commits = hasAll ? known.slice(1) : known;
    const nothing: View = { get: () => undefined, all: () => [] };
    const matches = (document: Document | undefined) => filter.matches(document, nothing);
    const past = () =>
      commits.flatMap((commit) => [
        ...eventsOf(commit, wantedOf(commit.changes, options, matches), options),
      ]);
    const events = new TimeBudget().spend(identity, filter, past);
    if (hasAll) return events;
    const last = events?.findIndex(({ eventId }) => eventId === lastEventId) ?? -1;
    return last === -1 ? undefined : events?.slice(last + 1);
  }

  *#tell(commit: Commit, listeners: readonly Listener[]): Generator<undefined, void> {
    const documents = this.#store.documents;
    const after: View = { get: (id) => documents.get(id), all: () => documents.all };
    const before = beforeOf(commit, documents.all, after);
    const budget = new TimeBudget();
    for (const listener of listeners) {
      const { identity, filter, options, send, cut } = listener;
      const matches: Matches = (document, time) =>
        filter.matches(document, time === "before" ? before : after);
      const select = function* () {
        const wanted: Wanted[] = [];
        for (const changes of portionsOf(commit.changes)) {
          const found = budget.spend(identity, filter, () => wantedOf(changes, options, matches));
          if (!found) return undefined;
          wanted.push(...found);
          yield;
        }
        return wanted;
      };
      const wanted = yield* select();
      if (!wanted) {
        // The missed events are unknown: its client must start afresh, or it would miss a change
        // without noticing.
        this.#listeners.delete(listener);
        cut();
        continue;
      }
      for (const event of eventsOf(commit, wanted, options)) {
        if (!this.#listeners.has(listener)) break;
        send(event);
        yield;
      }
    }
  }
}

function* portionsOf(changes: readonly Change[]): Generator<readonly Change[]> {
  const { documents } = limits.portion;
  for (let start = 0; start < changes.length; start += documents) {
    yield changes.slice(start, start + documents);
  }
}

function beforeOf(commit: Commit, now: readonly Document[], after: View): View {
  const befores = new Map(commit.changes.map((change) => [change.id, change.before]));
  let all: readonly Document[] | undefined;
  return {
    get: (id) => (befores.has(id) ? befores.get(id) : after.get(id)),
    // Made once, and only for a filter that needs it: it is read for each document and listener.
    all: () =>
      (all ??= [
        ...now.filter((document) => !befores.has(document._id)),
        ...[...befores.values()].filter((document) => document !== undefined),
      ]),
  };
}

/** A change of a document that matches a listener's query. */
interface Wanted extends Change {
  transition: "update" | "appear" | "disappear";
}

type Matches = (document: Document | undefined, time: "before" | "after") => boolean;

function wantedOf(changes: readonly Change[], options: ListenOptions, matches: Matches): Wanted[] {
  return changes.flatMap((change) => {
    if (!options.includeAllVersions && !isPublishedId(change.id)) return [];
    const transition = transitionOf(
      matches(change.before, "before"),
      matches(change.after, "after"),
    );
    return transition ? [{ ...change, transition }] : [];
  });
}

/** Whether a document enters a listener's result set, leaves it, or changes within it. */
function transitionOf(before: boolean, after: boolean) {
  if (before && after) return "update";
  if (after) return "appear";
  return before ? "disappear" : undefined;
}

/** The events of a commit for a listener, each with its index among them. */
function* eventsOf(
  { transactionId, timestamp, author }: Commit,
  wanted: readonly Wanted[],
  options: ListenOptions,
): Generator<MutationEvent> {
  for (const [index, { id, before, after, transition, ...change }] of wanted.entries()) {
    yield {
      eventId: `${transactionId}#${id}`,
      documentId: id,
      transactionId,
      identity: author,
      ...(options.includeMutations ? { mutations: change.mutations } : {}),
      ...(before ? { previousRev: before._rev } : {}),
      resultRev: transactionId,
      ...(options.includeResult && after ? { result: after } : {}),
      ...(options.includePreviousRevision ? { previous: before ?? null } : {}),
      ...(options.effectFormat === "mendoza" ? { effects: change.effects } : {}),
      timestamp,
      visibility: "query",
      transition,
      transactionTotalEvents: wanted.length,
      transactionCurrentEvent: index + 1,
    };
  }
}
