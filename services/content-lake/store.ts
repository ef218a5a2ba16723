import { setImmediate as nextTurn } from "node:timers/promises";
import { type Database, DatabaseError } from "../postgres/database";
import { migrate } from "../postgres/migrations";
import { ComputationTimeout, TimeLimit } from "./computation";
import { type Document, isDocument, randomKey } from "./document";
import { httpError, LakeError } from "./errors";
import { limits, serialise } from "./limits";
import { type Documents } from "./query/collection";
import { Perspectives } from "./query/perspective";
import { ReferenceIndex } from "./references";
import schema from "./schema.sql?raw";
import tokens from "./tokens.sql?raw";
import { type Change, Transaction } from "./transaction";

/** A transaction that is on disk and visible to queries. */
export interface Commit {
  /** Its place in the log: 1, 2, 3 … */
  readonly sequence: number;
  readonly transactionId: string;
  /** ISO 8601: the `_updatedAt` of what it wrote. */
  readonly timestamp: string;
  /** The id of the person who wrote. */
  readonly author: string;
  readonly changes: readonly Change[];
  /** Characters of the documents that it wrote. */
  readonly size: number;
}

export interface TransactionRequest {
  author: string;
  /** Becomes the `_rev` of what is written; made up when missing. */
  transactionId?: string;
  /** Plans and checks, and writes nothing. */
  dryRun?: boolean;
}

export interface Outcome<T> {
  transactionId: string;
  value: T;
  /** What changed; empty when the plan had nothing to do. */
  changes: readonly Change[];
}

/**
 * A plan in steps: it yields a selection of documents, and goes on with their ids. The selection counts the time that it
 * computes as the transaction's.
 */
export type SteppedPlan<T> = (
  transaction: Transaction,
) => Generator<(time: TimeLimit) => Promise<string[]>, T, string[]>;

type TimedPlan<T> = (transaction: Transaction, time: TimeLimit) => T | Promise<T>;

const migrations = [
  { name: "001-documents.sql", sql: schema },
  { name: "002-tokens.sql", sql: tokens },
];

/**
 * The documents: in Postgres, with a copy in memory that answers all reads. Writes go one after another, each in one
 * Postgres transaction; the copy follows when Postgres has committed, and only then is a write acknowledged.
 */
export class Store {
  readonly perspectives = new Perspectives();
  readonly references = new ReferenceIndex();
  readonly #database: Database;
  readonly #listeners = new Set<(commit: Commit) => void>();
  #lastWrite: Promise<unknown> = Promise.resolve();
  #sequence = 0;
  #timestamp = 0;

  private constructor(database: Database) {
    this.#database = database;
  }

  /** Prepares the tables and loads all documents. */
  static async open(database: Database): Promise<Store> {
    const store = new Store(database);
    await migrate(database, { name: "lake", files: migrations });
    await store.#load();
    return store;
  }

  /** The committed document under its own id (drafts and versions included). */
  get(id: string): Document | undefined {
    return this.perspectives.raw.get(id);
  }

  /** All committed documents under their own ids. */
  get documents(): Documents {
    return this.perspectives.raw;
  }

  /** The sequence of the last commit; 0 on an empty log. */
  get sequence(): number {
    return this.#sequence;
  }

  /** Calls back after every commit, in order, before the writer hears of it. Returns the way to stop. */
  onCommit(listener: (commit: Commit) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Runs `plan`, synchronously, over the documents as the writes before it left them, and commits what it did.
   *
   * @throws Failure from the plan or from the checks of its outcome; LakeError 400 when the plan takes too long, 409
   *   when the transaction id is taken, 503 when Postgres cannot write. Nothing is changed then.
   */
  transact<T>(
    request: TransactionRequest,
    plan: (transaction: Transaction) => T,
  ): Promise<Outcome<T>> {
    return this.#takeTurn(request, (transaction, time) => time.run(() => plan(transaction)));
  }

  /** As {@link transact}, of a plan that waits for selections. Other writes wait with it; reads are answered, and see nothing of it. */
  transactInSteps<T>(request: TransactionRequest, plan: SteppedPlan<T>): Promise<Outcome<T>> {
    return this.#takeTurn(request, async (transaction, time) => {
      const steps = plan(transaction);
      let step = time.run(() => steps.next());
      while (!step.done) {
        const selected = await step.value(time);
        // A thousand quick steps are a long time too: let everyone else come in between.
        await nextTurn();
        step = time.run(() => steps.next(selected));
      }
      return step.value;
    });
  }

  #takeTurn<T>(request: TransactionRequest, plan: TimedPlan<T>): Promise<Outcome<T>> {
    const write = this.#lastWrite.then(() => this.#transact(request, plan));
    this.#lastWrite = write.catch(() => undefined);
    return write;
  }

  /** Resolves when every write that was asked for has ended. */
  async settled(): Promise<void> {
    await this.#lastWrite;
  }

  async #transact<T>(
    { author, transactionId = randomKey(), dryRun = false }: TransactionRequest,
    plan: TimedPlan<T>,
  ): Promise<Outcome<T>> {
    if (!/^[\w-]{1,128}$/.test(transactionId)) {
      throw httpError(400, "Bad Request", "Invalid transaction ID");
    }
    // The Studio drops events that are older than the document it has: the clock must not go back.
    const time = Math.max(Date.now(), this.#timestamp);
    const timestamp = new Date(time).toISOString();
    const transaction = new Transaction(transactionId, timestamp, this);
    const { value, changes } = await this.#plan(transaction, plan);
    if (dryRun || (changes.length === 0 && transaction.purged.size === 0)) {
      await this.#refuseUsed(transactionId);
      return { transactionId, value, changes };
    }
    const sequence = this.#sequence + 1;
    const bodies = changes.flatMap(({ after }) => (after ? [serialise(after)] : []));
    const size = bodies.reduce((sum, body) => sum + body.length, 0);
    const commit = { sequence, transactionId, timestamp, author, changes, size };
    await this.#write(commit, bodies, transaction.purged);
    this.#sequence = sequence;
    this.#timestamp = time;
    for (const { id, after } of changes) this.#set(id, after);
    this.#announce(commit);
    return { transactionId, value, changes };
  }

  async #plan<T>(transaction: Transaction, plan: TimedPlan<T>) {
    const time = new TimeLimit(limits.computation);
    try {
      const value = await plan(transaction, time);
      return { value, changes: time.run(() => transaction.finish()) };
    } catch (error) {
      if (!(error instanceof ComputationTimeout)) throw error;
      throw httpError(400, "Bad Request", `The transaction ${error.message}`);
    }
  }

  async #write(
    { sequence, ...commit }: Commit,
    bodies: readonly string[],
    purged: ReadonlySet<string>,
  ): Promise<void> {
    const { changes } = commit;
    const logged = changes.map((change) => (purged.has(change.id) ? withoutPast(change) : change));
    const kept = changes.flatMap(({ after }) => (after ? [after] : []));
    const removed = changes.filter(({ after }) => !after).map(({ id }) => id);
    try {
      await this.#database.query(writeStatement, [
        sequence,
        commit.transactionId,
        commit.timestamp,
        commit.author,
        logged.map(({ id }) => id),
        logged.map(({ mutations }) => JSON.stringify(mutations)),
        logged.map(({ effects }) => JSON.stringify(effects.apply)),
        logged.map(({ effects }) => JSON.stringify(effects.revert)),
        kept.map(({ _id }) => _id),
        bodies,
        removed,
        [...purged],
      ]);
    } catch (error) {
      const used = error instanceof DatabaseError && error.code === "23505";
      if (used) throw transactionExists(commit.transactionId);
      console.error("The content lake could not write a transaction:", error);
      throw httpError(503, "Service Unavailable", "The transaction could not be written");
    }
  }

  /** What Postgres does for a transaction that it keeps. */
  async #refuseUsed(transactionId: string): Promise<void> {
    const used = await this.#database.query("select 1 from lake.transactions where id = $1", [
      transactionId,
    ]);
    if (used.length > 0) throw transactionExists(transactionId);
  }

  #set(id: string, document: Document | undefined): void {
    this.perspectives.set(id, document);
    this.references.set(id, document);
  }

  #announce(commit: Commit): void {
    for (const listener of this.#listeners) {
      try {
        listener(commit);
      } catch (error) {
        console.error("A listener of the content lake failed:", error);
      }
    }
  }

  async #load(): Promise<void> {
    const rows = await this.#database.query<{ id: string; body: string }>(
      "select id, body from lake.documents order by id",
    );
    for (const { id, body } of rows) {
      const document: unknown = JSON.parse(body);
      if (!isDocument(document) || document._id !== id) {
        throw new Error(`The content lake's row of document "${id}" is damaged.`);
      }
      this.#set(id, document);
    }
    const [last] = await this.#database.query<{ sequence: number; committed_at: Date }>(
      "select sequence, committed_at from lake.transactions order by sequence desc limit 1",
    );
    if (!last) return;
    this.#sequence = Number(last.sequence);
    this.#timestamp = last.committed_at.getTime();
  }
}

/** What the log may hold of a change that purges: to take it back must not bring back what is to be forgotten. */
function withoutPast(change: Change): Change {
  const { id, after, effects } = change;
  const mutations = [after ? { create: after } : { delete: { id } }];
  return { ...change, mutations, effects: { ...effects, revert: [0, null] } };
}

function transactionExists(transactionId: string): LakeError {
  const description = `Transaction ID "${transactionId}" has been used already`;
  const error = { type: "transactionExistsError", description };
  return new LakeError(409, description, { statusCode: 409, error });
}

/** All or nothing, in one round trip: one statement is one Postgres transaction. */
const writeStatement = /* sql */ `
with written as (
  insert into lake.transactions (sequence, id, committed_at, author) values ($1, $2, $3, $4)
), recorded as (
  insert into lake.changes (document_id, sequence, mutations, apply, revert)
  select document_id, $1, mutations, apply, revert
  from unnest($5::text[], $6::text[], $7::text[], $8::text[])
    as change (document_id, mutations, apply, revert)
), kept as (
  insert into lake.documents (id, body)
  select id, body from unnest($9::text[], $10::text[]) as document (id, body)
  on conflict (id) do update set body = excluded.body
), removed as (
  delete from lake.documents where id = any ($11::text[])
)
delete from lake.changes where document_id = any ($12::text[])`;
