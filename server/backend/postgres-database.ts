import postgres from "postgres";
import { connect, Connections } from "@domain/database/connection.server";
import { type Database, DatabaseError } from "@platen/postgres/database";

/** How the services write and read values that the driver would change. */
const types = {
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
  return {
    query: (statement, parameters) => connections.use((sql) => query(sql, statement, parameters)),
    execute: (script) => connections.use((sql) => execute(sql, script)),
    async transaction(work) {
      // Wrapped: the driver would take an array for a list of queries.
      const { value } = await connections.use((sql) =>
        sql.begin(async (tx) => ({
          value: await work({
            query: (statement, parameters) => query(tx, statement, parameters),
            execute: (script) => execute(tx, script),
          }),
        })),
      );
      return value;
    },
    close: () => connections.end(),
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
