import { ComputationTimeout, withinTime } from "@platen/kit";
import type { Change, Commit } from "../commit";
import type { Document } from "../document";
import { limits } from "../limits";
import type { QueryContext } from "../query/evaluate";
import { InlineTime, realClocks } from "../query/inline-time";
import { InlineTurns } from "../query/inline-turns";
import { inTimeSlices } from "../time-slicing";
import type { Store } from "../store";
import type { Filter, CommittedDocuments } from "./filter";
import { FilterParser, type ListenRequest } from "./filter-parser";
import {
  eventsOf,
  type ListenOptions,
  type Matches,
  type MutationEvent,
  type Wanted,
  wantedOf,
} from "./mutation-events";
import { RecentCommits } from "./recent-commits";
import { TimeBudget } from "./time-budget";

interface Subscription {
  /** The id of the user who listens. */
  identity: string;
  filter: Filter;
  options: ListenOptions;
}

interface Connection {
  send(event: MutationEvent): void;
  /** Ends the connection: its client reconnects and reloads. */
  cut(): void;
}

type Listener = Subscription & Connection;

/** Sends every listener what each commit did to the documents that match its query. */
export class Listeners {
  readonly #store: Store;
  /** Time spent on parsing filters and replaying missed events. */
  readonly #setupTime = new InlineTime();
  readonly #turns = new InlineTurns(realClocks.now, { pauseThreshold: limits.resume });
  /** Kept separate, so that a listener that is cut off can begin again. */
  readonly #commitTime = new InlineTime();
  readonly #parser: FilterParser;
  readonly #listeners = new Set<Listener>();
  readonly #recent = new RecentCommits();
  readonly #unsubscribe: () => void;

  /**
   * @param past the last commits before this process, oldest first: their listeners reconnect as
   *   well
   */
  constructor(store: Store, context: Omit<QueryContext, "identity">, past: readonly Commit[] = []) {
    this.#store = store;
    this.#parser = new FilterParser(context, { time: this.#setupTime, turns: this.#turns });
    for (const commit of past) this.#recent.add(commit);
    this.#unsubscribe = store.onCommit(async (commit) => {
      this.#recent.add(commit);
      // Listeners that join from here on see the commit already.
      await inTimeSlices(this.#notify(commit, [...this.#listeners]));
    });
  }

  /**
   * Calls `start` with the filter of a listener, in a turn of its user's: many that resume at once
   * would make everyone wait for them all.
   *
   * @throws LakeError 400 when the query is malformed, is not a filter of `*` or takes too long;
   *   429 when this user's have taken too long together
   */
  async begin<T>(request: ListenRequest, start: (filter: Filter) => T): Promise<T> {
    const filter = await this.#parser.parse(request);
    return this.#turns.run(request.identity, () => start(filter));
  }

  /**
   * From the next commit on, until `cut` is called, `send` receives an event for each document that
   * the filter matches before or after it. The events of a commit come together and in order.
   *
   * @param lastEventId an event that the client had before, or a transaction of which it had all
   * @param welcome is called first, with the events after that one; with undefined when they are no
   *   longer known, too many, or would take too much time
   * @returns a function that stops
   */
  listen(
    { lastEventId, ...subscription }: Subscription & { lastEventId: string | undefined },
    {
      welcome,
      ...connection
    }: Connection & { welcome(missed: readonly MutationEvent[] | undefined): void },
  ): () => void {
    const listener = { ...subscription, ...connection };
    this.#listeners.add(listener);
    const missed = lastEventId === undefined ? undefined : this.#missed(listener, lastEventId);
    this.#setupTime.spend(listener.identity, 0, () => welcome(missed));
    return () => this.#listeners.delete(listener);
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
    { identity, filter, options }: Subscription,
    lastEventId: string,
  ): readonly MutationEvent[] | undefined {
    const transactionId = lastEventId.split("#", 1).join("");
    const known = filter.readsOthers ? undefined : this.#recent.from(transactionId);
    if (!known || !this.#setupTime.hasHalf(identity)) return undefined;
    const hasAll = transactionId === lastEventId;
    const commits = hasAll ? known.slice(1) : known;
    const nothing: CommittedDocuments = { get: () => undefined, all: () => [] };
    const matches = (document: Document | undefined) => filter.matches(document, nothing);
    const past = () => {
      const events: MutationEvent[] = [];
      for (const commit of commits) {
        const wanted = wantedOf(commit.changes, options, matches);
        if (events.length + wanted.length > limits.missedEvents) return undefined;
        events.push(...eventsOf(commit, wanted, options));
      }
      return events;
    };
    const events = this.#tryOnce(identity, filter, past);
    if (hasAll) return events;
    const last = events?.findIndex(({ eventId }) => eventId === lastEventId) ?? -1;
    return last === -1 ? undefined : events?.slice(last + 1);
  }

  /**
   * Undefined when it takes too long: the client then fetches everything, and needs no second try.
   */
  #tryOnce<T>(identity: string, filter: Filter, work: () => T): T | undefined {
    const limited = () => (filter.evaluates ? withinTime(limits.resume, work) : work());
    try {
      return this.#setupTime.spend(identity, limits.resume, limited);
    } catch (error) {
      if (!(error instanceof ComputationTimeout)) throw error;
      return undefined;
    }
  }

  *#notify(commit: Commit, listeners: readonly Listener[]): Generator<undefined, void> {
    const documents = this.#store.documents;
    const after: CommittedDocuments = { get: (id) => documents.get(id), all: () => documents.all };
    const before = beforeOf(commit, documents.all, after);
    const budget = new TimeBudget(this.#commitTime);
    for (const listener of listeners) {
      const { identity, filter, options, send, cut } = listener;
      const matches: Matches = (document, time) =>
        filter.matches(document, time === "before" ? before : after);
      const select = function* () {
        const wanted: Wanted[] = [];
        for (const changes of portionsOf(commit.changes)) {
          const found = yield* budget.spend(identity, filter, () =>
            wantedOf(changes, options, matches),
          );
          if (!found) return undefined;
          wanted.push(...found);
          yield;
        }
        return wanted;
      };
      const wanted = yield* select();
      if (!wanted) {
        // The missed events are unknown: its client must reload, or it would miss a change without
        // noticing.
        this.#listeners.delete(listener);
        cut();
        continue;
      }
      const time = this.#commitTime;
      for (const event of time.spend(identity, 0, () => eventsOf(commit, wanted, options))) {
        if (!this.#listeners.has(listener)) break;
        // The writer waits for it: two thousand listeners of one user, to all documents, delayed
        // everyone's writes by 25 s.
        if (time.secondsUntilAllowed(identity) > 0) {
          this.#listeners.delete(listener);
          cut();
          break;
        }
        time.spend(identity, 0, () => send(event));
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

function beforeOf(
  commit: Commit,
  now: readonly Document[],
  after: CommittedDocuments,
): CommittedDocuments {
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
