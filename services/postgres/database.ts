/**
 * What a service may do with the embedded Postgres. Rows come back as plain objects keyed by column
 * name.
 *
 * Values out: int2/4/8, float and oid are numbers (an int8 beyond ±2^53 is a bigint), numeric and
 * date are strings, timestamp (read as UTC) and timestamptz are `Date`s, json and jsonb are parsed,
 * bytea is a Uint8Array, arrays are arrays. Values in: `null` and `undefined` are NULL, a `Date` is
 * an instant, a Uint8Array is bytea, an array is an array; for json and jsonb a string is taken as
 * JSON text and anything else is stringified.
 *
 * Every method throws a {@link DatabaseError} when Postgres refuses the statement.
 */
export interface Queryable {
  /** Runs one parameterized statement ($1, $2 …). */
  query<Row extends object>(statement: string, parameters?: readonly unknown[]): Promise<Row[]>;
}

export interface Transaction extends Queryable {
  /**
   * Runs a script of several statements without parameters (schema files) inside this transaction.
   */
  execute(script: string): Promise<void>;
}

export interface Database extends Queryable {
  /**
   * Runs `work` in one transaction that is isolated from all other statements: committed when it
   * resolves, rolled back when it throws. Never await the network or a password hash in here:
   * Postgres is a single connection, and everyone else waits. Inside `work`, use only the
   * transaction: a statement on the database itself would deadlock on its own transaction, so it is
   * refused with an error.
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** Runs a script of several statements without parameters (schema files), all or nothing. */
  execute(script: string): Promise<void>;
  close(): Promise<void>;
}

/** SQLSTATE disk_full: also for a write that is refused before the disk is full. */
export const diskFull = "53100";

/** SQLSTATE read_only_sql_transaction */
export const readOnlyTransaction = "25006";

/** Whether a statement failed because the disk has too little room for it. */
export const isDiskFull = (error: unknown): error is DatabaseError =>
  error instanceof DatabaseError && error.code === diskFull;

/**
 * Postgres refused a statement, or the database cannot be opened. The message is one sentence
 * without the statement's parameters, which may hold secrets that must not reach a log.
 */
export class DatabaseError extends Error {
  override readonly name = "DatabaseError";
  /**
   * SQLSTATE, for example "23505" for a duplicate key; undefined when the error is not Postgres's.
   */
  readonly code: string | undefined;
  readonly constraint: string | undefined;
  readonly table: string | undefined;

  constructor(
    message: string,
    facts: { code?: string; constraint?: string; table?: string; cause?: unknown } = {},
  ) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = facts.code;
    this.constraint = facts.constraint;
    this.table = facts.table;
  }
}
