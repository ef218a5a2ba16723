import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { PGlite } from "@electric-sql/pglite";
import { currentRequester, type DiskSpace, FairSlots, noSpace } from "@platen/kit";
import { DatabaseError, diskFull, readOnlyTransaction, type Transaction } from "./database";
import { type CrashDetector, withoutParameters } from "./crash-detector";
import type { EmbeddedDatabase } from "./embedded-database";
import { Lease } from "./session-lease";
import { Maintenance } from "./maintenance";

/**
 * Puts a queue in front of PGlite, which must be the only way to it.
 *
 * While the disk has too little room, transactions are read-only, and a statement that writes is
 * refused with {@link diskFull}: Postgres itself would panic when its log cannot grow.
 */
export class SharedSession implements EmbeddedDatabase {
  readonly failed: Promise<DatabaseError>;
  readonly #pglite: PGlite;
  readonly #failure: CrashDetector;
  readonly #space: DiskSpace;
  readonly #maintenance: Maintenance;
  readonly #turns = new FairSlots(1);
  readonly #openTransaction = new AsyncLocalStorage<{ open: boolean }>();
  #readOnly = false;

  /** @param space of the disk that the database is on */
  constructor(pglite: PGlite, failure: CrashDetector, space: DiskSpace) {
    this.#pglite = pglite;
    this.#failure = failure;
    this.#space = space;
    this.failed = failure.happened;
    const session: Transaction = {
      query: (statement, parameters) => this.#query(statement, parameters),
      execute: async (script) => void (await this.#execute(script)),
    };
    this.#maintenance = new Maintenance(session, space);
  }

  query<Row extends object>(statement: string, parameters?: readonly unknown[]): Promise<Row[]> {
    const bytes = bytesWritten(parameters);
    return this.#inTurn(() => this.#query<Row>(statement, parameters), bytes);
  }

  execute(script: string): Promise<void> {
    return this.#inTurn(async () => {
      await this.#execute(script);
      // A script may have created types: without this their arrays would come back as text.
      await this.#pglite.refreshArrayTypes();
    });
  }

  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#inTurn(() => this.#transaction(work));
  }

  async lease(requester: string): Promise<Lease> {
    const finish = await this.#takeTurn(requester);
    return Lease.begin(this.#pglite, this.#failure, {
      readOnly: this.#readOnly,
      finish: () => {
        // A lease ends with `reset all`.
        this.#readOnly = false;
        finish();
      },
    });
  }

  pause<T>(work: () => Promise<T>): Promise<T> {
    return this.#inTurn(work);
  }

  async close(): Promise<void> {
    if (this.#failure.error) return;
    await this.#inTurn(() => this.#pglite.close());
  }

  /**
   * Takes a turn and resolves to the function that ends it.
   *
   * @param bytes that the turn is known to write
   */
  async #takeTurn(requester: string, bytes = 0): Promise<() => void> {
    if (this.#openTransaction.getStore()?.open) {
      throw new DatabaseError(
        "A statement on the database inside a transaction would wait for that transaction forever: use the transaction.",
      );
    }
    const finish = await this.#turns.take(requester);
    // PGlite runs in promise callbacks alone: without this pause a long queue of statements would
    // keep the event loop from reading any socket until the queue is empty.
    await nextTurn();
    const started = performance.now();
    try {
      const closed = this.#pglite.closed && new DatabaseError("The database is closed.");
      const refusal = this.#failure.error ?? closed;
      if (refusal) throw refusal;
      await this.#allowWrites(this.#space.allows(bytes));
    } catch (error) {
      finish();
      throw error;
    }
    return () => this.#endTurn(started, finish);
  }

  #endTurn(started: number, finish: () => void): void {
    if (!this.#maintenance.isDue(performance.now() - started)) return finish();
    // Before the next turn: behind a long queue of writers it would run only after the log has
    // grown by all of them.
    void this.#maintenance
      .run()
      .catch(() => {
        // The next caller gets the reason: a failed statement here means that the database has
        // failed.
      })
      .finally(finish);
  }

  /** Allows or forbids writes in transactions that begin from now on. */
  async #allowWrites(allowed: boolean): Promise<void> {
    if (this.#readOnly === !allowed) return;
    await this.#execute(`set default_transaction_read_only = ${allowed ? "off" : "on"}`);
    this.#readOnly = !allowed;
  }

  async #inTurn<T>(work: () => Promise<T>, bytes?: number): Promise<T> {
    const finish = await this.#takeTurn(currentRequester() ?? "process", bytes);
    try {
      const result = await work();
      if (this.#inTransaction) {
        throw new DatabaseError(
          "A transaction was left open and is rolled back: use transaction().",
        );
      }
      return result;
    } finally {
      if (this.#inTransaction) {
        await this.#execute("rollback").catch((error) => this.#failure.report(String(error)));
      }
      finish();
    }
  }

  get #inTransaction(): boolean {
    return !this.#failure.error && !this.#pglite.closed && this.#pglite.isInTransaction();
  }

  async #transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const state = { open: true };
    await this.#execute("begin");
    try {
      const result = await this.#openTransaction.run(state, () => work(this.#handle(state)));
      state.open = false;
      if (!this.#inTransaction) {
        const ended = "A statement ended the transaction: only its end may.";
        throw this.#failure.error ?? new DatabaseError(ended);
      }
      if ((await this.#execute("commit")) === "ROLLBACK") {
        throw new DatabaseError("The transaction was rolled back: one of its statements failed.", {
          code: "25P02",
        });
      }
      return result;
    } finally {
      state.open = false;
    }
  }

  /** What the work of a transaction gets, until the transaction has ended. */
  #handle(state: { open: boolean }): Transaction {
    const requireOpen = (bytes: number) => {
      if (!state.open) throw new DatabaseError("This transaction has ended already.");
      // A transaction that began with room may write more than was free.
      if (!this.#readOnly && !this.#space.allowsMore(bytes)) {
        throw new DatabaseError(noSpace, { code: diskFull });
      }
    };
    return {
      query: async <Row extends object>(statement: string, parameters?: readonly unknown[]) => {
        requireOpen(bytesWritten(parameters));
        return this.#query<Row>(statement, parameters);
      },
      execute: async (script) => {
        requireOpen(0);
        await this.#execute(script);
      },
    };
  }

  async #query<Row extends object>(
    statement: string,
    parameters: readonly unknown[] = [],
  ): Promise<Row[]> {
    try {
      const { rows } = await this.#pglite.query<Row>(statement, [...parameters]);
      return rows;
    } catch (error) {
      throw this.#explained(error);
    }
  }

  async #execute(script: string): Promise<string | undefined> {
    try {
      return (await this.#pglite.exec(script)).at(-1)?.command;
    } catch (error) {
      throw this.#explained(error);
    }
  }

  /** Explains the error of a write in a transaction that a full disk made read-only. */
  #explained(error: unknown): unknown {
    const own = withoutParameters(error);
    const isRefused =
      this.#readOnly && own instanceof DatabaseError && own.code === readOnlyTransaction;
    return isRefused ? new DatabaseError(noSpace, { code: diskFull }) : own;
  }
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
