import { ComputationTimeout, FairSlots } from "@platen/kit";
import type { Database } from "@platen/postgres/database";
import { migrate } from "@platen/postgres/migrations";
import type { Change, Commit, Written } from "./commit";
import { TimeLimit } from "./time-limit";
import { type Document, randomKey } from "./document";
import { httpError } from "./errors";
import { limits } from "./limits";
import { loadDocuments } from "./storage/load-documents";
import { checkSize, refuseUsed, rowOf, writeTransaction } from "./storage/commit-log";
import { DocumentMemory, growthOf } from "./storage/document-memory";
import type { Documents } from "./query/collection";
import { Perspectives } from "./query/perspective";
import { ReferenceIndex } from "./writing/references";
import schema from "./storage/documents.sql?raw";
import { mapInSteps, inTimeSlices } from "./time-slicing";
import tokens from "./storage/tokens.sql?raw";
import { runSteps, type SteppedPlan } from "./writing/stepped-plan";
import { Transaction } from "./writing/transaction";

/** Called after each commit. The documents do not change until the returned promise resolves. */
type CommitListener = (commit: Commit) => unknown;

export interface TransactionRequest {
  author: string;
  /** Becomes the `_rev` of what is written; generated when missing. */
  transactionId?: string;
  /** Plans and checks, and writes nothing. */
  dryRun?: boolean;
  /** Throws a MutationFailure for what the author may not do. */
  check?: (planned: Planned) => void;
}

/** What a transaction is about to do. */
export interface Planned {
  changes: readonly Change[];
  /** The ids of the documents whose history it forgets; they need not exist. */
  purged: ReadonlySet<string>;
}

export interface Outcome<T> {
  transactionId: string;
  value: T;
  /** What changed; empty when the plan had nothing to do. */
  changes: readonly Change[];
}

type TimedPlan<T> = (transaction: Transaction, time: TimeLimit) => T | Promise<T>;

const migrations = [
  { name: "001-documents.sql", sql: schema },
  { name: "002-tokens.sql", sql: tokens },
];

/**
 * The documents: in Postgres, with a copy in memory that serves all reads. Writes go one after
 * another, each in one Postgres transaction; the copy follows when Postgres has committed, and only
 * then is a write acknowledged.
 */
export class Store {
  readonly perspectives = new Perspectives();
  readonly references = new ReferenceIndex();
  readonly #database: Database;
  readonly #listeners = new Set<CommitListener>();
  readonly #memory: DocumentMemory;
  /**
   * One at a time; of all waiting requesters, the one that has had the fewest lately comes first.
   */
  readonly #writes = new FairSlots(1);
  readonly #pending = new Set<Promise<unknown>>();
  #sequence = 0;
  #timestamp = 0;

  private constructor(database: Database, memory: DocumentMemory) {
    this.#database = database;
    this.#memory = memory;
  }

  /**
   * Prepares the tables and loads all documents.
   *
   * @param memory that they may take
   * @throws an Error with a one-sentence message when they need more
   */
  static async open(database: Database, memory = new DocumentMemory()): Promise<Store> {
    const store = new Store(database, memory);
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

  /**
   * Calls back after every commit, in order, as soon as queries see it and before its writer is
   * notified. Returns a function that stops it.
   */
  onCommit(listener: CommitListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Runs `plan`, synchronously, over the documents as previous writes left them, and commits its
   * changes.
   *
   * @throws MutationFailure from the plan or from the checks of its outcome; LakeError 400 when the
   *   plan takes too long, 409 when the transaction id is taken, 507 when the disk or the memory is
   *   full, 503 when Postgres cannot write. Nothing is changed then.
   */
  transact<T>(
    request: TransactionRequest,
    plan: (transaction: Transaction) => T,
  ): Promise<Outcome<T>> {
    return this.#inTurn(request.author, () =>
      this.#transact(request, (transaction, time) => time.run(() => plan(transaction))),
    );
  }

  /**
   * Like {@link transact}, for plans that await selections. Other writes wait; reads proceed and do
   * not see it.
   */
  transactInSteps<T>(request: TransactionRequest, plan: SteppedPlan<T>): Promise<Outcome<T>> {
    return this.#inTurn(request.author, () =>
      this.#transact(request, (transaction, time) => runSteps(plan(transaction), time)),
    );
  }

  /** Resolves when every requested write has ended. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#pending);
  }

  #inTurn<T>(author: string, write: () => Promise<T>): Promise<T> {
    const written = this.#writes.run(author, write);
    this.#pending.add(written);
    const end = () => this.#pending.delete(written);
    written.then(end, end);
    return written;
  }

  async #transact<T>(
    { author, transactionId = randomKey(), dryRun = false, check }: TransactionRequest,
    plan: TimedPlan<T>,
  ): Promise<Outcome<T>> {
    if (!/^[\w-]{1,128}$/.test(transactionId)) {
      throw httpError(400, "Bad Request", "Invalid transaction ID");
    }
    // The Studio drops events that are older than the document it has: the clock must not run
    // backwards. Nor may it stand: after it had been ahead once, all revisions had one time, by
    // which history could not tell them apart.
    const time = Math.max(Date.now(), this.#timestamp + 1);
    const timestamp = new Date(time).toISOString();
    const transaction = new Transaction(transactionId, timestamp, this);
    const { value, changes } = await this.#plan(transaction, plan).catch(async (error: unknown) => {
      // A creation that is retried because its response was lost finds its own document: the Studio
      // would take that for a refusal and drop what was typed.
      await refuseUsed(this.#database, transactionId);
      throw error;
    });
    check?.({ changes, purged: transaction.purged });
    const rows = await inTimeSlices(
      mapInSteps(changes, (change) => rowOf(change, transaction.purged.has(change.id))),
    );
    checkSize(rows);
    const growths = await inTimeSlices(mapInSteps(changes, growthOf));
    const growth = growths.reduce((sum, bytes) => sum + bytes, 0);
    this.#memory.check(growth);
    if (dryRun || (changes.length === 0 && transaction.purged.size === 0)) {
      await refuseUsed(this.#database, transactionId);
      return { transactionId, value, changes };
    }
    const sequence = this.#sequence + 1;
    const size = rows.reduce((sum, { body }) => sum + (body?.length ?? 0), 0);
    const commit = { sequence, transactionId, timestamp, author, changes, size };
    await writeTransaction(this.#database, commit, { rows, purged: transaction.purged });
    this.#sequence = sequence;
    this.#timestamp = time;
    this.#memory.grow(growth);
    // All at once: a query must not see half of a transaction.
    this.#take(changes);
    await this.#announce(commit);
    return { transactionId, value, changes };
  }

  async #plan<T>(transaction: Transaction, plan: TimedPlan<T>) {
    const time = new TimeLimit(limits.computation);
    try {
      const value = await plan(transaction, time);
      const changes = await inTimeSlices(transaction.finish(), (part) => time.run(part));
      return { value, changes };
    } catch (error) {
      if (!(error instanceof ComputationTimeout)) throw error;
      throw httpError(400, "Bad Request", `The transaction ${error.message}`);
    }
  }

  #take(written: readonly Written[]): void {
    this.perspectives.apply(written);
    for (const { id, after } of written) this.references.set(id, after);
  }

  async #announce(commit: Commit): Promise<void> {
    const tell = async (listener: CommitListener) => listener(commit);
    for (const told of await Promise.allSettled([...this.#listeners].map(tell))) {
      if (told.status === "fulfilled") continue;
      console.error("A listener of the content lake failed:", told.reason);
    }
  }

  async #load(): Promise<void> {
    const documents = await loadDocuments(this.#database, this.#memory);
    this.#take(documents.map((after) => ({ id: after._id, after })));
    const [last] = await this.#database.query<{ sequence: number; committed_at: Date }>(
      "select sequence, committed_at from lake.transactions order by sequence desc limit 1",
    );
    if (!last) return;
    this.#sequence = Number(last.sequence);
    this.#timestamp = last.committed_at.getTime();
  }
}
