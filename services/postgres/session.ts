import { AsyncLocalStorage } from "node:async_hooks";
import { messages, type PGlite } from "@electric-sql/pglite";
import { type DiskSpace, noSpace } from "../disk-space";
import {
  type Database,
  DatabaseError,
  diskFull,
  readOnlyTransaction,
  type Transaction,
} from "./database";
import type { Failure } from "./failure";
import { Lease } from "./session-lease";
import { Maintenance } from "./maintenance";
import { Mutex } from "./mutex";

/** The database, with what the socket server and the owner of the process also need. */
export interface EmbeddedDatabase extends Database {
  /**
   * Waits for the next turn and gives the one Postgres session, as role `app`, to the caller until
   * `release`.
   */
  lease(): Promise<Lease>;
  /**
   * Resolves when Postgres has stopped for good and every further call is refused: end the process
   * with this sentence and start another, which recovers all that was committed.
   */
  readonly failed: Promise<DatabaseError>;
}

/**
 * Puts a queue in front of PGlite, which must be the only way to it.
 *
 * While the disk has too little room, transactions are read-only, and a statement that writes is
 * refused with {@link diskFull}: Postgres itself would panic when its log cannot grow.
 *
 * @param space of the disk that the database is on
 */
export function shareSession(pglite: PGlite, failure: Failure, space: DiskSpace): EmbeddedDatabase {
  const turns = new Mutex();
  let readOnly = false;
  const openTransaction = new AsyncLocalStorage<{ open: boolean }>();

  /**
   * Takes a turn and resolves to the function that ends it.
   *
   * @param bytes that the turn is known to write
   */
  async function takeTurn(bytes = 0): Promise<() => void> {
    if (openTransaction.getStore()?.open) {
      throw new DatabaseError(
        "A statement on the database inside a transaction would wait for that transaction for ever: use the transaction.",
      );
    }
    const finish = await turns.take();
    const started = performance.now();
    const refusal =
      failure.error ?? (pglite.closed && new DatabaseError("The database is closed."));
    if (refusal) {
      finish();
      throw refusal;
    }
    try {
      await allowWrites(space.allows(bytes));
    } catch (error) {
      finish();
      throw error;
    }
    return () => {
      if (!maintenance.isDue(performance.now() - started)) return finish();
      // Before the next turn: behind a long queue of writers it would run only after the log has
      // grown by all of them.
      void maintenance
        .run()
        .catch(() => {
          // The next caller gets the reason: a failed statement here means that the database has
          // failed.
        })
        .finally(finish);
    };
  }

  /** Allows or forbids writes in transactions that begin from now on. */
  async function allowWrites(allowed: boolean): Promise<void> {
    if (readOnly === !allowed) return;
    await execute(`set default_transaction_read_only = ${allowed ? "off" : "on"}`);
    readOnly = !allowed;
  }

  async function inTurn<T>(work: () => Promise<T>, bytes?: number): Promise<T> {
    const finish = await takeTurn(bytes);
    try {
      const result = await work();
      if (inTransaction()) {
        throw new DatabaseError(
          "A transaction was left open and is rolled back: use transaction().",
        );
      }
      return result;
    } finally {
      if (inTransaction()) await execute("rollback").catch(stop);
      finish();
    }
  }

  const inTransaction = () => !failure.error && !pglite.closed && pglite.isInTransaction();
  const stop = (error: unknown) => void failure.report(String(error));

  async function query<Row extends object>(
    statement: string,
    parameters: readonly unknown[] = [],
  ): Promise<Row[]> {
    try {
      const { rows } = await pglite.query<Row>(statement, [...parameters]);
      return rows;
    } catch (error) {
      throw explained(error);
    }
  }

  async function execute(script: string): Promise<string | undefined> {
    try {
      return (await pglite.exec(script)).at(-1)?.command;
    } catch (error) {
      throw explained(error);
    }
  }

  /** Explains the error of a write in a transaction that a full disk made read-only. */
  function explained(error: unknown): unknown {
    const own = withoutParameters(error);
    const isRefused = readOnly && own instanceof DatabaseError && own.code === readOnlyTransaction;
    return isRefused ? new DatabaseError(noSpace, { code: diskFull }) : own;
  }

  const session: Transaction = { query, execute: async (script) => void (await execute(script)) };

  const maintenance = new Maintenance(session, space);

  async function transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const state = { open: true };
    const requireOpen = (bytes: number) => {
      if (!state.open) throw new DatabaseError("This transaction has ended already.");
      // A transaction that began with room may write more than was free.
      if (!readOnly && !space.allowsMore(bytes)) {
        throw new DatabaseError(noSpace, { code: diskFull });
      }
    };
    const handle: Transaction = {
      async query<Row extends object>(statement: string, parameters?: readonly unknown[]) {
        requireOpen(bytesWritten(parameters));
        return query<Row>(statement, parameters);
      },
      async execute(script) {
        requireOpen(0);
        await execute(script);
      },
    };
    await execute("begin");
    try {
      const result = await openTransaction.run(state, () => work(handle));
      state.open = false;
      if (!inTransaction()) {
        throw (
          failure.error ?? new DatabaseError("A statement ended the transaction: only its end may.")
        );
      }
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
      inTurn(() => query<Row>(statement, parameters), bytesWritten(parameters)),
    execute: (script) =>
      inTurn(async () => {
        await execute(script);
        // A script may have created types: without this their arrays would come back as text.
        await pglite.refreshArrayTypes();
      }),
    transaction: (work) => inTurn(() => transaction(work)),
    async lease() {
      const finish = await takeTurn();
      return Lease.begin(pglite, failure, {
        readOnly,
        finish() {
          // A lease ends with `reset all`.
          readOnly = false;
          finish();
        },
      });
    },
    async close() {
      if (failure.error) return;
      await inTurn(() => pglite.close());
    },
    failed: failure.happened,
  };
}

/**
 * Bytes that a statement may need on disk: its parameters go into the log and into a table. Only
 * potentially large ones are counted.
 */
function bytesWritten(parameters: readonly unknown[] = []): number {
  let bytes = 0;
  for (const value of parameters.flat()) {
    if (typeof value === "string" || value instanceof Uint8Array) bytes += value.length;
  }
  return 2 * bytes;
}

/** PGlite's own error carries the statement's parameters, which a logger would print. */
function withoutParameters(error: unknown): unknown {
  if (!(error instanceof messages.DatabaseError)) return error;
  const { code, constraint, table } = error;
  return new DatabaseError(error.message, { code, constraint, table });
}
