import { z } from "zod";
import { ComputationTimeout } from "../computation";
import { type Document, isPublishedId } from "../document";
import { type QueryContext } from "../query/evaluate";
import { type Parameters } from "../query/parse";
import { type Commit, type Store } from "../store";
import { type Change } from "../transaction";
import { type Filter, parseFilter, type View } from "./filter";
import { RecentCommits } from "./recent-commits";

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
  filter: Filter;
  options: ListenOptions;
  send(event: MutationEvent): void;
  /** Ends the connection: its client comes back and begins afresh. */
  cut(): void;
}

/** Tells everyone who listens what each commit did to the documents that they asked for. */
export class Listeners {
  readonly #store: Store;
  readonly #context: Omit<QueryContext, "identity">;
  readonly #listeners = new Set<Listener>();
  readonly #recent = new RecentCommits();
  readonly #unsubscribe: () => void;

  constructor(store: Store, context: Omit<QueryContext, "identity">) {
    this.#store = store;
    this.#context = context;
    this.#unsubscribe = store.onCommit((commit) => {
      this.#recent.add(commit);
      this.#tell(commit);
    });
  }

  /**
   * From the next commit on, until `cut` is called, `send` receives an event for each document that `query` matches before or after it. The
   * events of a commit come together and in order.
   *
   * @returns the way to stop, and the events after one that the client had before, undefined when they are not known any
   *   more; throws a LakeError 400 when the query is malformed or no filter of `*`
   */
  listen(
    { query, params, identity }: { query: string; params: Parameters; identity: string },
    options: ListenOptions,
    { send, cut }: Pick<Listener, "send" | "cut">,
  ): { stop(): void; missed(lastEventId: string): MutationEvent[] | undefined } {
    const filter = parseFilter(query, params, { ...this.#context, identity });
    const listener: Listener = { filter, options, send, cut };
    this.#listeners.add(listener);
    return {
      stop: () => this.#listeners.delete(listener),
      missed: (lastEventId) => this.#missed(listener, lastEventId),
    };
  }

  close(): void {
    this.#unsubscribe();
    this.#listeners.clear();
  }

  #missed({ filter, options }: Listener, lastEventId: string): MutationEvent[] | undefined {
    const commits = filter.readsOthers
      ? undefined
      : this.#recent.from(lastEventId.split("#", 1).join(""));
    const nothing: View = { get: () => undefined, all: () => [] };
    const events = commits?.flatMap((commit) =>
      eventsOf(commit, options, (document) => filter.matches(document, nothing)),
    );
    const last = events?.findIndex(({ eventId }) => eventId === lastEventId) ?? -1;
    return last === -1 ? undefined : events?.slice(last + 1);
  }

  #tell(commit: Commit): void {
    const documents = this.#store.documents;
    const after: View = { get: (id) => documents.get(id), all: () => documents.all };
    const before = beforeOf(commit, documents.all, after);
    for (const listener of this.#listeners) {
      const { filter, options, send, cut } = listener;
      try {
        eventsOf(commit, options, (document, time) =>
          filter.matches(document, time === "before" ? before : after),
        ).forEach(send);
      } catch (error) {
        this.#listeners.delete(listener);
        cut();
        if (!(error instanceof ComputationTimeout)) throw error;
      }
    }
  }
}

function beforeOf(commit: Commit, now: readonly Document[], after: View): View {
  const befores = new Map(commit.changes.map((change) => [change.id, change.before]));
  return {
    get: (id) => (befores.has(id) ? befores.get(id) : after.get(id)),
    all: () => [
      ...now.filter((document) => !befores.has(document._id)),
      ...[...befores.values()].filter((document) => document !== undefined),
    ],
  };
}

/** The events of a commit for a listener, each with its place among them. */
function eventsOf(
  commit: Commit,
  options: ListenOptions,
  matches: (document: Document | undefined, time: "before" | "after") => boolean,
): MutationEvent[] {
  const wanted = commit.changes.filter(
    ({ id, before, after }) =>
      (options.includeAllVersions || isPublishedId(id)) &&
      (matches(before, "before") || matches(after, "after")),
  );
  return wanted.map((change, index) => eventOf(commit, change, options, index + 1, wanted.length));
}

function eventOf(
  { transactionId, timestamp, author }: Commit,
  { id, before, after, mutations, effects }: Change,
  options: ListenOptions,
  position: number,
  total: number,
): MutationEvent {
  return {
    eventId: `${transactionId}#${id}`,
    documentId: id,
    transactionId,
    transition: !before ? "appear" : !after ? "disappear" : "update",
    identity: author,
    ...(options.includeMutations ? { mutations } : {}),
    ...(before ? { previousRev: before._rev } : {}),
    resultRev: transactionId,
    ...(options.includeResult && after ? { result: after } : {}),
    ...(options.includePreviousRevision ? { previous: before ?? null } : {}),
    ...(options.effectFormat === "mendoza" ? { effects } : {}),
    timestamp,
    visibility: "query",
    transactionTotalEvents: total,
    transactionCurrentEvent: position,
  };
}
