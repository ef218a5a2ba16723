import { LRUCache } from "lru-cache";

/** A 503, which the error page shows: the lake refused a query, and there is no earlier result. */
export class ContentRefused extends Response {
  constructor() {
    super(null, { status: 503, headers: { "Retry-After": "5" } });
  }
}

/** For how long a refused query is not sent again, in milliseconds, unless an edit comes in. */
const rest = 5_000;

/** Characters of a query and of its error in a log line. */
const loggedCharacters = 300;

/**
 * Queries that the lake refused: their results are too large, or take too long. Without a rest each
 * visitor cost the lake as much as is allowed; without a limit each was an error in the log.
 */
export class RefusedQueries {
  readonly #resting = new LRUCache<string, true>({ max: 1_000, ttl: rest });
  /** Queries in the log of the last minute. */
  readonly #logged = new LRUCache<string, true>({ max: 1_000, ttl: 60_000 });

  /** Throws a {@link ContentRefused} while a query rests. */
  check(key: string): void {
    if (this.#resting.has(key)) throw new ContentRefused();
  }

  /** @param milliseconds for which the query is not sent again */
  note(key: string, query: string, error: Error, milliseconds = rest): void {
    this.#resting.set(key, true, { ttl: milliseconds });
    this.log(query, error);
  }

  /** Logs a refusal, once a minute for each query. */
  log(query: string, error: Error): void {
    if (this.#logged.has(query)) return;
    this.#logged.set(query, true);
    const [text, reason] = [query, error.message].map((whole) =>
      whole.replace(/\s+/g, " ").trim().slice(0, loggedCharacters),
    );
    console.error(`The lake refused a query of the site: ${reason} Its query begins: ${text}`);
  }
}
