import postgres from "postgres";
import { connect, Connections } from "@domain/database/connection.server";
import { type Database, DatabaseError } from "@platen/postgres/database";

/** How the services write and read values that the driver would change. */
export const types = {
  // Already JSON text, as the services write it.
  json: {
    to: 114,
    from: [114, 3802],
    serialize: (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value)),
    parse: (text: string): unknown => JSON.parse(text),
  },
  // Parsed as local time it would shift on a machine that is not on UTC.
  timestamp: {
    to: 1114,
    from: [1114],
    serialize: (value: unknown) => (value instanceof Date ? value.toISOString() : String(value)),
    parse: (text: string) => new Date(`${text}Z`),
  },
};

type Connection = Pick<postgres.Sql, "unsafe">;

/** Connects to any Postgres and adapts it to the interface that the services use. */
export function connectDatabase(databaseUrl: string): Database {
  const connections = new Connections(() => connect(databaseUrl, { max: 1, types }));
  return asDatabase({ use: (work) => connections.use(work), close: () => connections.end() });
}

export type Driver = postgres.Sql<{ json: unknown; timestamp: Date }>;

interface Access {
  /** Runs `work` with the driver. */
  use: <T>(work: (sql: Driver) => Promise<T>) => Promise<T>;
  close: () => Promise<void>;
  /** Why nothing may be sent anymore; null while it may. */
  loss?: () => Error | null;
}

/** Adapts the driver, however it is connected, to the interface that the services use. */
export function asDatabase({ use, close, loss = () => null }: Access): Database {
  const guarded = <T>(work: () => Promise<T>): Promise<T> => {
    const error = loss();
    return error ? Promise.reject(error) : work();
  };
  return {
    query: (statement, parameters) =>
      guarded(() => use((sql) => query(sql, statement, parameters))),
    execute: (script) => guarded(() => use((sql) => execute(sql, script))),
    async transaction(work) {
      // Wrapped: the driver would take an array for a list of queries.
      const begin = (sql: Driver) =>
        sql.begin(async (tx) => ({
          value: await work({
            query: (statement, parameters) => guarded(() => query(tx, statement, parameters)),
            execute: (script) => guarded(() => execute(tx, script)),
          }),
        }));
      const { value } = await guarded(() => use(begin));
      return value;
    },
    close,
  };
}

async function query<Row extends object>(
  connection: Connection,
  statement: string,
  parameters: readonly unknown[] = [],
): Promise<Row[]> {
  try {
    return await connection.unsafe<Row[]>(statement, parameters.map(parameter));
  } catch (error) {
    throw asDatabaseError(error);
  }
}

async function execute(connection: Connection, script: string): Promise<void> {
  try {
    await connection.unsafe(script).simple();
  } catch (error) {
    throw asDatabaseError(error);
  }
}

function parameter(value: unknown) {
  if (value === undefined || value === null) return null;
  if (Array.isArray(value)) return value.map(String);
  if (value instanceof Date || value instanceof Uint8Array) return value;
  if (typeof value === "boolean" || typeof value === "number") return value;
  return typeof value === "string" ? value : JSON.stringify(value);
}

function asDatabaseError(error: unknown): unknown {
  if (!(error instanceof postgres.PostgresError)) return error;
  return new DatabaseError(error.message, {
    code: error.code,
    ...(error.constraint_name && { constraint: error.constraint_name }),
    ...(error.table_name && { table: error.table_name }),
  });
}
