import { availableParallelism } from "node:os";
import { type Document, isRecord } from "./document";
import { MutationFailure } from "./errors";

/** https://www.sanity.io/docs/technical-limits, where it names one. */
export const limits = {
  /** Bytes of a request's JSON. */
  requestBody: 10 * 1024 * 1024,
  /**
   * Bytes of the JSON of a query with its parameters: 10 MB of empty lists blocked everyone for
   * 2.6 s before they were counted.
   */
  queryBody: 1024 * 1024,
  /**
   * Values in a request's JSON, and in a query's: 10 MB of empty objects blocked everyone for four
   * seconds while they were parsed, and thirty such bodies at once for so long that the launcher
   * took the process for hung.
   */
  requestValues: 300_000,
  queryValues: 50_000,
  /** Bytes of a request's JSON up to which it is parsed immediately, without waiting for a turn. */
  shortBody: 64 * 1024,
  /**
   * Bytes of one document's JSON, a book. Sanity's own is 32 MB: Postgres has one session, and
   * while it writes ten, a sign-in waits for six seconds.
   */
  document: 1024 * 1024,
  /** Characters that a transaction of several documents may write, the log included. */
  transaction: 4_000_000,
  /** Nesting of objects and arrays in a request: deeper ones cannot be sent to a thread. */
  requestDepth: 100,
  /** The same in a document. */
  attributeDepth: 20,
  attributeNameLength: 256,
  /**
   * Attributes of one document, at all depths: an article of 2,000 paragraphs. Each write walks
   * through them all, and giving 90,000 other names blocked everyone for nine seconds.
   */
  attributes: 20_000,
  /**
   * Items of all its lists: a document of 220,000 tags made each search of the blog compare that
   * many, and five of them time out.
   */
  items: 20_000,
  /** Locations that one path of a patch may match with `[*]`: each becomes its own path. */
  writtenOutPaths: 10_000,
  /** Characters of one path of a patch: V8 has no stack for a pattern over nine million. */
  path: 100_000,
  /** Tokens of one path of a patch. */
  pathTokens: 1_000,
  /** Mutations or actions of one request. */
  mutations: 10_000,
  /** Characters of a query. */
  query: 300_000,
  /** Parameters of a query: 300,000 blocked everyone for 10 s. */
  parameterNames: 1_000,
  /** Values in the parameters of a query, and characters of their texts, together. */
  parameters: 1_000_000,
  /**
   * Characters of one text that a query makes. A text and its double cost the same until something
   * walks through it, and no time limit can abort that.
   */
  queryText: 5_000_000,
  /**
   * Elements of one list that a query makes: V8 ends the whole process when it has no memory for
   * one step of 16 MB, even in a thread that has its own limit.
   */
  queryList: 1_000_000,
  /** Bytes of a response's JSON: a document of the largest size, and a query, fit. */
  response: 33 * 1024 * 1024,
  /** Bytes of large responses that a requester, and all together, may leave unread. */
  unsent: { requester: 50 * 1024 * 1024, everyone: 200 * 1024 * 1024 },
  /**
   * Documents of a type, reached by reference, that sync tags name; for more they name the type.
   */
  followedByName: 20,
  /** Milliseconds that one query, or the planning of one transaction, may take. */
  computation: 5_000,
  /** Milliseconds of a write's work after which it yields to everyone else. */
  slice: 10,
  /**
   * Milliseconds that a path of a patch, or a difference of texts, may take in one step; one that
   * exceeds it twice is refused.
   */
  patchStep: 200,
  /** Locations that a patch is applied to in one step. */
  patchPortion: 100,
  /**
   * Documents, and characters of them, that are sent to Postgres in one go: some milliseconds of
   * its time.
   */
  portion: { documents: 50, characters: 200_000 },
  /** The same at startup, when nothing else waits. */
  loadPortion: { documents: 1_000, characters: 4_000_000 },
  /** Milliseconds that a query may block everyone before it goes to its own thread. */
  inlineQuery: 100,
  /**
   * Milliseconds that a lookup which timed out once may block everyone: it is not queued behind
   * slow queries.
   */
  lookup: 1_000,
  /**
   * Milliseconds of the main thread that a requester's queries may take at once, and the share of
   * it from then on: beyond it they go straight to a thread. The same again for lookups, for
   * listeners that begin, for their filters over commits, and for history: beyond it listeners and
   * history are refused, and filters cut off.
   */
  inlineTime: { atOnce: 2_000, share: 0.1 },
  /** Threads of slow queries, the one for the site's reader and for writes included. */
  slowThreads: Math.min(4, Math.max(2, availableParallelism())),
  /**
   * Slow queries that a requester may have in flight; the site's reader queries for all visitors.
   */
  slowQueries: 10,
  slowQueriesOfReader: 100,
  /** History requests that a requester may have in flight, and in addition waiting for a turn. */
  history: { inFlight: 2, waiting: 20 },
  /**
   * Milliseconds of processor time that a network's new pictures may take: at once, and then in
   * each second. All pictures of a new site, in the sizes of two screens, take ten seconds, on a
   * slow machine thirty: six a minute left its first visitors without pictures.
   */
  newPictures: { burst: 60_000, perSecond: 100 },
  /**
   * What a megabyte of such a picture costs at least, in the same milliseconds: one network's time
   * is enough for twice the cache's 512 MB of large ones, which then evict the pictures of all
   * others.
   */
  newPictureMillisecondsPerMegabyte: 400,
  /** Megabytes of such a thread's heap, a copy of the documents included. */
  slowQueryMemory: 512,
  /** Milliseconds after its last query at which such a thread ends. */
  slowQueryIdle: 60_000,
  /** Characters of a listener's query: the Studio's longest has some thousand. */
  listenerQuery: 20_000,
  /**
   * Milliseconds that the filters of a user's listeners may take together over one commit; a user
   * who exceeds it twice is cut off.
   */
  listenerFilters: 250,
  /**
   * Milliseconds that a listener's filter may take over what it missed: repeated without a limit,
   * thirty requests stopped sign-in for fifteen seconds.
   */
  resume: 50,
  /**
   * Events that it may have missed: those of an import took 120 ms to send, and its client read
   * them too slowly, was cut off, and asked for them again.
   */
  missedEvents: 1_000,
  /** Bytes that may wait for one slow listener. */
  listenerBuffer: 8 * 1024 * 1024,
  /** The same for all slow listeners of a user. */
  listenerBuffers: 50 * 1024 * 1024,
  /** Bytes of one upload. */
  upload: { image: 50 * 1024 ** 2, file: 200 * 1024 ** 2 },
  /** Bytes that may be uploaded in a day. */
  uploadsPerDay: { user: 2 * 1024 ** 3, everyone: 8 * 1024 ** 3 },
  /** Keys under which the lake stores something for a user: a Studio has a few dozen. */
  keyValues: 1_000,
  /** Bytes under all of these keys: what is stored can be requested in one response. */
  keyValueBytes: 2 * 1024 * 1024,
  /** Event streams that one user, or script, may hold open. */
  eventStreams: 100,
  /** The same for all anonymous clients together: the site allows five per network. */
  publicEventStreams: 500,
  /** WebSockets, of listeners and of presence together, that one user may hold open. */
  sockets: 100,
  /** Messages that a user may send over them; one counts once for each 4 kB of it. */
  messages: { perSecond: 200, burst: 2_000, bytes: 4_000 },
  /**
   * Messages of a user that are broadcast to every Studio: one reports its location once a second,
   * and at each roll call.
   */
  broadcasts: { perSecond: 20, burst: 2_000 },
  /** Listeners of one multiplexed socket. */
  listenersPerSocket: 1_000,
  /**
   * Characters of what a Studio announces to the others: with a selection in a nested list it has
   * 800.
   */
  announcement: 4_000,
  /** Characters of such a session's name. */
  sessionName: 200,
};

/**
 * Names that would break the evaluation of queries and patches, which look these up on objects as
 * methods (groq-js and the mutator call `value.hasOwnProperty`; a `then` makes a document look like
 * a promise).
 */
const reservedNames = new Set(["__proto__", "hasOwnProperty", "then"]);

/**
 * Throws a {@link MutationFailure} when the document has an attribute that the lake cannot store.
 */
export function checkAttributes(document: { _id: string }): void {
  let attributes = 0;
  let items = 0;
  const refusal = (reason: string) => invalid(document, `Document "${document._id}" ${reason}`);
  const check = (value: unknown, depth: number): void => {
    if (typeof value !== "object" || value === null) return;
    if (depth > limits.attributeDepth)
      throw refusal(`is nested deeper than ${limits.attributeDepth} levels`);
    if (Array.isArray(value)) {
      items += value.length;
      if (items > limits.items) throw refusal(`has more than ${limits.items} list items`);
      for (const item of value) check(item, depth + 1);
      return;
    }
    if (!isRecord(value)) return;
    const entries = Object.entries(value);
    attributes += entries.length;
    if (attributes > limits.attributes)
      throw refusal(`has more than ${limits.attributes} attributes`);
    for (const [name, inner] of entries) {
      if (name.length > limits.attributeNameLength || !/^[\w$-]+$/.test(name)) {
        throw invalidName(document, name);
      }
      if (reservedNames.has(name)) throw invalidName(document, name);
      check(inner, depth + 1);
    }
  };
  check(document, 0);
}

const invalidName = (document: { _id: string }, name: string) =>
  invalid(document, `Invalid attribute name "${name.slice(0, 100)}" in document "${document._id}"`);

const invalid = ({ _id: id }: { _id: string }, description: string) =>
  new MutationFailure(400, { type: "validationError", id, description });

/** The JSON text of a document. Throws a {@link MutationFailure} when it is too large to store. */
export function serialize(document: Document): string {
  const body = JSON.stringify(document);
  if (body.length > limits.document || Buffer.byteLength(body) > limits.document) {
    throw new MutationFailure(413, {
      type: "documentTooLargeError",
      id: document._id,
      description: `Document "${document._id}" is larger than ${limits.document} bytes`,
    });
  }
  return body;
}
