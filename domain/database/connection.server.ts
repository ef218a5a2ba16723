import postgres from "postgres";
import { parseDatabaseUrl } from "@platen/kit";

/** Opens connections to a Postgres, wherever it is. */
export function connect<Types extends Record<string, postgres.PostgresType> = Record<never, never>>(
  given: string,
  options: postgres.Options<Types>,
) {
  const { connectionUrl, settings } = parseDatabaseUrl(given);
  // The transaction pooler of hosted projects shares connections between clients: named statements
  // would collide.
  return postgres(connectionUrl, { ...settings, prepare: false, onnotice: () => {}, ...options });
}

/** SQLSTATE protocol_violation: of a connection that was lost, see {@link Connections}. */
const protocolViolation = "08P01";

/** How long what is in flight on the other connections of a replaced pool may still take. */
const maxSeconds = 10;

/**
 * A pool of connections, which is replaced when one of them is lost. One that is lost between two
 * events keeps the query that it has not sent (postgres 3.4.9): it then reconnects without sending
 * anything until it times out, repeatedly, and finally sends the old query as its first message,
 * which the database rejects. After a killed backend an editor's form was replaced by an error page
 * five minutes later.
 */
export class Connections<Values extends Record<string, unknown>> {
  readonly #open: () => postgres.Sql<Values>;
  #current: postgres.Sql<Values>;

  /** @param open opens a pool, which connects when it is first used */
  constructor(open: () => postgres.Sql<Values>) {
    this.#open = open;
    this.#current = open();
  }

  /** Runs `work` with the pool; an error that it throws decides whether the pool is replaced. */
  async use<T>(work: (sql: postgres.Sql<Values>) => Promise<T>): Promise<T> {
    const used = this.#current;
    try {
      return await work(used);
    } catch (error) {
      if (isConnectionError(error) && used === this.#current) {
        this.#current = this.#open();
        used.end({ timeout: maxSeconds }).catch(() => {});
      }
      throw error;
    }
  }

  end(): Promise<void> {
    return this.#current.end();
  }
}

/**
 * Whether Postgres could not be reached, as opposed to refusing a statement (then `code` is a
 * SQLSTATE).
 */
export function isConnectionError(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error) || !("code" in cause)) return false;
  return /^(E[A-Z]+|CONN.*)$/.test(String(cause.code)) || cause.code === protocolViolation;
}
