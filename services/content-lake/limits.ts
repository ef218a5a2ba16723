import { availableParallelism } from "node:os";
import { type Document, isRecord } from "./document";
import { Failure } from "./errors";

/** https://www.sanity.io/docs/technical-limits, where it names one. */
export const limits = {
  /** Bytes of a request's JSON. */
  requestBody: 10 * 1024 * 1024,
  /** Bytes of one document's JSON. */
  document: 32 * 1024 * 1024,
  /** Objects and arrays within each other. */
  attributeDepth: 20,
  attributeNameLength: 256,
  /** Attributes of one document, in all its depths: far more than a book has, and each write walks through them all. */
  attributes: 100_000,
  /** Places that one path of a patch may stand for with `[*]`: each is a path of its own then. */
  writtenOutPaths: 10_000,
  /** Names, numbers and signs of one path of a patch. */
  pathTokens: 1_000,
  /** Mutations or actions of one request. */
  mutations: 10_000,
  /** Characters of a query. */
  query: 300_000,
  /** Characters of an answer's JSON. */
  queryResult: 100 * 1024 * 1024,
  /** Documents of a type that an answer followed references to and its sync tags name; for more they name the type. */
  followedByName: 20,
  /** Milliseconds that one query, or the planning of one transaction, may take. */
  computation: 5_000,
  /** Milliseconds of a write's work after which everyone else comes in between. */
  slice: 10,
  /** Milliseconds that a path of a patch, or a difference of texts, may take in one go; who is late twice is refused. */
  patchStep: 200,
  /** Places that a patch is applied to in one go. */
  patchPortion: 100,
  /** Documents, and characters of them, that Postgres is given in one go: some milliseconds of its time. */
  portion: { documents: 50, characters: 200_000 },
  /** The same at a start, when nobody waits for anything else. */
  loadPortion: { documents: 1_000, characters: 4_000_000 },
  /** Milliseconds that a query may keep everyone waiting before it goes to a thread of its own. */
  quickQuery: 100,
  /** Milliseconds that a lookup which was late may keep everyone waiting: it is not sent behind slow queries. */
  lookup: 1_000,
  /** Tries of an asker that may be broken off a minute: what comes then goes to a thread untried. */
  brokenTries: 20,
  /** Threads of slow queries, the one for the site's reader and for writes included. */
  slowThreads: Math.min(4, Math.max(2, availableParallelism())),
  /** Slow queries that an asker may have under way; the site's reader asks for all visitors. */
  slowQueries: 10,
  slowQueriesOfReader: 100,
  /** Megabytes of such a thread's heap, a copy of the documents included. */
  slowQueryMemory: 512,
  /** Milliseconds after its last query at which such a thread ends. */
  slowQueryIdle: 60_000,
  /** Milliseconds that the filters of a person's listeners may take together over one commit; who is late twice is cut off. */
  listenerFilters: 250,
  /** Bytes that may wait for one slow listener. */
  listenerBuffer: 8 * 1024 * 1024,
  /** Bytes that may be uploaded in a day. */
  uploadsPerDay: { person: 2 * 1024 ** 3, everyone: 8 * 1024 ** 3 },
  /** Keys under which the lake remembers something for a person: a Studio has a few dozen. */
  keyValues: 1_000,
  /** Event streams that one person, or script, may keep open. */
  eventStreams: 100,
  /** The same of all who need not say who they are: the site lets five of a network through. */
  publicEventStreams: 500,
  /** WebSockets, of listeners and of presence together, that one person may keep open. */
  sockets: 100,
  /** Messages that a person may send over them; one counts once for each 4 kB of it. */
  messages: { perSecond: 200, atOnce: 2_000, bytes: 4_000 },
  /** What a person may have told to every Studio: one tells where it is once a second, and at each roll call. */
  broadcasts: { perSecond: 20, atOnce: 2_000 },
  /** Listeners of one multiplexed socket. */
  listenersPerSocket: 1_000,
  /** Characters of what a Studio tells the others: with a selection in a nested list it has 800. */
  announcement: 4_000,
  /** Characters of such a session's name. */
  sessionName: 200,
};

/**
 * Names that would break the evaluation of queries and patches, which ask objects for these as for their own methods
 * (groq-js and the mutator call `value.hasOwnProperty`; a `then` makes a document look like a promise).
 */
const reservedNames = new Set(["__proto__", "hasOwnProperty", "then"]);

/** Throws a {@link Failure} when the document has an attribute that the lake cannot keep. */
export function checkAttributes(document: { _id: string }): void {
  let attributes = 0;
  const check = (value: unknown, depth: number): void => {
    if (typeof value !== "object" || value === null) return;
    if (depth > limits.attributeDepth) {
      throw new Failure(400, {
        type: "validationError",
        id: document._id,
        description: `Document "${document._id}" is nested deeper than ${limits.attributeDepth} levels`,
      });
    }
    if (Array.isArray(value)) {
      for (const item of value) check(item, depth + 1);
      return;
    }
    if (!isRecord(value)) return;
    const entries = Object.entries(value);
    attributes += entries.length;
    if (attributes > limits.attributes) {
      throw new Failure(400, {
        type: "validationError",
        id: document._id,
        description: `Document "${document._id}" has more than ${limits.attributes} attributes`,
      });
    }
    for (const [name, inner] of entries) {
      if (!/^[\w$-]+$/.test(name) || name.length > limits.attributeNameLength) {
        throw invalidName(document, name);
      }
      if (reservedNames.has(name)) throw invalidName(document, name);
      check(inner, depth + 1);
    }
  };
  check(document, 0);
}

function invalidName(document: { _id: string }, name: string): Failure {
  return new Failure(400, {
    type: "validationError",
    id: document._id,
    description: `Invalid attribute name "${name.slice(0, 100)}" in document "${document._id}"`,
  });
}

/** The JSON text of a document. Throws a {@link Failure} when it is too large to keep. */
export function serialise(document: Document): string {
  const body = JSON.stringify(document);
  if (body.length > limits.document || Buffer.byteLength(body) > limits.document) {
    throw new Failure(413, {
      type: "documentTooLargeError",
      id: document._id,
      description: `Document "${document._id}" is larger than ${limits.document} bytes`,
    });
  }
  return body;
}
