/** What a service may do with the embedded Postgres. Rows come back as plain objects keyed by column name. */
export interface Queryable {
  /** Runs one parameterised statement ($1, $2 …). */
  query<Row extends object>(statement: string, parameters?: readonly unknown[]): Promise<Row[]>;
}

export interface Database extends Queryable {
  /**
   * Runs `work` in one transaction that nobody else's statements can enter: committed when it resolves, rolled
   * back when it throws. Never await the network or a password hash in here: Postgres is a single connection, and
   * everyone else waits.
   */
  transaction<T>(work: (transaction: Queryable) => Promise<T>): Promise<T>;
  /** Runs a script of several statements without parameters (schema files). */
  execute(script: string): Promise<void>;
  close(): Promise<void>;
}
