import { AsyncLocalStorage } from "node:async_hooks";
import { messages, type PGlite } from "@electric-sql/pglite";
import { type Database, DatabaseError, type Transaction } from "./database";
import { Turns } from "./turns";

/** The database, with what the socket front needs besides. */
export interface EmbeddedDatabase extends Database {
  /** Waits for the next turn and gives the one Postgres session, as role `app`, to the caller until `release`. */
  lease(): Promise<Lease>;
}

export interface Lease {
  /**
   * Sends whole frontend messages and returns the backend's, synchronously.
   * https://www.postgresql.org/docs/18/protocol-message-formats.html
   */
  exchange(frontendMessages: Uint8Array): Promise<Buffer>;
  /** Ends the turn: what is open is rolled back, and no setting, role or prepared statement remains. */
  release(): Promise<void>;
}

/** Puts a queue in front of PGlite, through which alone it may be used. */
export function shareSession(pglite: PGlite): EmbeddedDatabase {
  const turns = new Turns();
  const openTransaction = new AsyncLocalStorage<{ open: boolean }>();

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (openTransaction.getStore()?.open) {
      throw new DatabaseError(
        "A statement on the database inside a transaction would wait for that transaction for ever: use the transaction.",
      );
    }
    const finish = await turns.take();
    try {
      const result = await work();
      if (inTransaction()) {
        throw new DatabaseError(
          "A transaction was left open and is rolled back: use transaction().",
        );
      }
      return result;
    } finally {
      if (inTransaction()) await execute("rollback");
      finish();
    }
  }

  const inTransaction = () => !pglite.closed && pglite.isInTransaction();

  async function query<Row extends object>(
    statement: string,
    parameters: readonly unknown[] = [],
  ): Promise<Row[]> {
    try {
      return (await pglite.query<Row>(statement, [...parameters])).rows;
    } catch (error) {
      throw withoutParameters(error);
    }
  }

  async function execute(script: string): Promise<string | undefined> {
    try {
      return (await pglite.exec(script)).at(-1)?.command;
    } catch (error) {
      throw withoutParameters(error);
    }
  }

  async function transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const state = { open: true };
    const requireOpen = () => {
      if (!state.open) throw new DatabaseError("This transaction has ended already.");
    };
    const handle: Transaction = {
      async query<Row extends object>(statement: string, parameters?: readonly unknown[]) {
        requireOpen();
        return query<Row>(statement, parameters);
      },
      async execute(script) {
        requireOpen();
        await execute(script);
      },
    };
    await execute("begin");
    try {
      const result = await openTransaction.run(state, () => work(handle));
      state.open = false;
      if ((await execute("commit")) === "ROLLBACK") {
        throw new DatabaseError("The transaction was rolled back: one of its statements failed.", {
          code: "25P02",
        });
      }
      return result;
    } finally {
      state.open = false;
    }
  }

  return {
    query: <Row extends object>(statement: string, parameters?: readonly unknown[]) =>
      inTurn(() => query<Row>(statement, parameters)),
    execute: (script) => inTurn(async () => void (await execute(script))),
    transaction: (work) => inTurn(() => transaction(work)),
    close: () => inTurn(() => pglite.close()),
    lease: async () => {
      throw new DatabaseError("not yet");
    },
  };
}

/** PGlite's own error carries the statement's parameters, which a logger would print. */
function withoutParameters(error: unknown): unknown {
  if (!(error instanceof messages.DatabaseError)) return error;
  const { code, constraint, table } = error;
  return new DatabaseError(error.message, { code, constraint, table });
}
