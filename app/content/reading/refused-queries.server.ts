import { LRUCache } from "lru-cache";

/** A 503, which the error page shows: the lake refused a query, and there is no earlier result. */
export class ContentRefused extends Response {
  constructor() {
    super(null, { status: 503, headers: { "Retry-After": "5" } });
  }
}

/** How long a refused query is blocked, in milliseconds, unless an edit arrives. */
const blockedMilliseconds = 5_000;

/** Characters of a query and of its error in a log line. */
const loggedCharacters = 300;

/**
 * Queries that the lake refused: their results are too large, or take too long. Without the pause
 * every visitor cost the lake as much as a query may; without a limit each was an error in the log.
 */
export class RefusedQueries {
  readonly #blocked = new LRUCache<string, true>({ max: 1_000, ttl: blockedMilliseconds });
  /** Queries in the log of the last minute. */
  readonly #logged = new LRUCache<string, true>({ max: 1_000, ttl: 60_000 });

  /** Throws a {@link ContentRefused} while a query is blocked after a refusal. */
  check(key: string): void {
    if (this.#blocked.has(key)) throw new ContentRefused();
  }

  /** @param milliseconds how long the query is blocked */
  note(key: string, query: string, error: Error, milliseconds = blockedMilliseconds): void {
    this.#blocked.set(key, true, { ttl: milliseconds });
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
