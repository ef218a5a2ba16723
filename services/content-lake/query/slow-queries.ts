import { setImmediate as nextTurn } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { type Document } from "../document";
import { httpError, LakeError, queryError } from "../errors";
import { limits } from "../limits";
import { type Store } from "../store";
import { type Written } from "../transaction";
import { type QueryContext } from "./evaluate";
import { type Parameters } from "./parse";
import { type Perspective } from "./perspective";

export interface Question {
  perspective: Perspective;
  query: string;
  params: Parameters;
  context: QueryContext;
}

/** A result as JSON text, with the sync tags of what it was made from. */
export interface TaggedResult {
  json: string;
  tags: string[];
}

/** What the thread is asked: a question, or, over what a transaction has changed until now, the ids that it selects. */
export type Task = Question & { over?: readonly Written[] };

export interface TaskResult extends TaggedResult {
  /** That it took to compute. */
  milliseconds: number;
}

export type ToWorker = { changes: readonly Written[] } | { ask: Task & { id: number } };

export type FromWorker =
  | (TaskResult & { id: number })
  | { id: number; refusal: { status: number; message: string; body: Record<string, unknown> } };

interface Waiting {
  task: Task;
  resolve(result: TaskResult): void;
  reject(error: Error): void;
}

/** Documents that are copied in one go: other requests come in between. */
const portion = 200;

/**
 * Answers queries that take long in a thread of its own, so that everyone else goes on. The thread is started when it is
 * needed, is told of every commit while it lives, and ends when nothing was asked for a while: its documents are a second
 * copy.
 */
export class SlowQueries {
  readonly #store: Store;
  readonly #entry: URL;
  readonly #waiting = new Map<number, Waiting>();
  #thread: Thread | undefined;
  /** The one that the thread has been given. */
  #asked: number | undefined;
  #idle: NodeJS.Timeout | undefined;
  #count = 0;
  #closed = false;

  /** @param entry the compiled `query-worker` */
  constructor(store: Store, entry: URL) {
    this.#store = store;
    this.#entry = entry;
  }

  /**
   * Answers with all that was committed before the call.
   *
   * @throws LakeError 400 when the query takes too much time or memory, 429 when too many such queries wait
   */
  async answer(question: Question): Promise<TaskResult> {
    if (this.#waiting.size >= limits.slowQueries) {
      throw httpError(429, "Too Many Requests", "Too many slow queries: ask again later");
    }
    return this.#run(question);
  }

  /**
   * The ids that a mutation's query selects, as JSON. It comes before all questions that wait: the writes behind it wait too.
   *
   * @throws LakeError 400 when the query takes too much time or memory
   */
  async select(task: Required<Task>): Promise<TaskResult> {
    return this.#run(task);
  }

  /** Refuses what waits, and what may still come: a write that waits for its turn may select. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#idle);
    this.#thread?.end();
    this.#thread = undefined;
    for (const { task, reject } of this.#waiting.values()) reject(interrupted(task));
    this.#waiting.clear();
  }

  async #run(task: Task): Promise<TaskResult> {
    if (this.#closed) throw interrupted(task);
    clearTimeout(this.#idle);
    return new Promise((resolve, reject) => {
      this.#waiting.set(++this.#count, { task, resolve, reject });
      this.#ask();
    });
  }

  /** Gives the thread something to do unless it is at work. */
  #ask(): void {
    if (this.#asked !== undefined) return;
    const waiting = [...this.#waiting];
    const [id, next] = waiting.find(([, { task }]) => task.over) ?? waiting[0] ?? [];
    if (id === undefined || !next) return this.#rest();
    this.#asked = id;
    this.#thread ??= this.#start();
    this.#thread.send({ ask: { ...next.task, id } });
  }

  #start(): Thread {
    const thread = new Thread(this.#entry, this.#store, (outcome) => this.#settle(outcome));
    thread.ended.then((reason) => {
      if (this.#thread !== thread) return;
      this.#thread = undefined;
      // What it was at is at fault; another thread answers the rest.
      const id = this.#asked;
      this.#asked = undefined;
      const fault = id === undefined ? undefined : this.#take(id);
      fault?.reject(queryError("queryExecutionError", reason, fault.task.query));
      if (this.#waiting.size > 0) this.#ask();
    });
    return thread;
  }

  #settle(outcome: FromWorker): void {
    this.#asked = undefined;
    const waiting = this.#take(outcome.id);
    if ("refusal" in outcome) {
      const { status, message, body } = outcome.refusal;
      waiting?.reject(new LakeError(status, message, body));
    } else {
      waiting?.resolve(outcome);
    }
    this.#ask();
  }

  #take(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  #rest(): void {
    this.#idle = setTimeout(() => {
      // Forgotten at once: a question to a thread that is ending would get no answer.
      this.#thread?.end();
      this.#thread = undefined;
    }, limits.slowQueryIdle);
    this.#idle.unref();
  }
}

const interrupted = ({ query }: Task) =>
  queryError("queryExecutionError", "The query was interrupted", query);

/** One life of the thread: it is given the documents first, and then, in order, what is sent. */
class Thread {
  /** Resolves to the reason when it is over. */
  readonly ended: Promise<string>;
  readonly #worker: Worker;
  readonly #unsubscribe: () => void;
  /** What was sent while the documents were on their way; undefined from then on. */
  #backlog: ToWorker[] | undefined = [];

  constructor(entry: URL, store: Store, settle: (outcome: FromWorker) => void) {
    this.#worker = new Worker(entry, {
      resourceLimits: { maxOldGenerationSizeMb: limits.slowQueryMemory },
    });
    this.#worker.unref();
    this.#worker.on("message", settle);
    this.#unsubscribe = store.onCommit(({ changes }) => {
      this.send({ changes: changes.map(({ id, after }) => ({ id, after })) });
    });
    this.ended = new Promise((resolve) => {
      this.#worker.on("error", (error) => {
        const outOfMemory = "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
        if (!outOfMemory) console.error("The thread of slow queries failed:", error);
        resolve(outOfMemory ? "The query needs too much memory" : "The query failed");
      });
      this.#worker.on("exit", () => {
        this.#unsubscribe();
        resolve("The query was interrupted");
      });
    });
    void this.#load(store.documents.all.slice());
  }

  send(message: ToWorker): void {
    if (this.#backlog) this.#backlog.push(message);
    else this.#worker.postMessage(message);
  }

  end(): void {
    void this.#worker.terminate();
  }

  async #load(documents: readonly Document[]): Promise<void> {
    for (let start = 0; start < documents.length; start += portion) {
      const changes = documents.slice(start, start + portion);
      this.#worker.postMessage({ changes: changes.map((after) => ({ id: after._id, after })) });
      await nextTurn();
    }
    const backlog = this.#backlog ?? [];
    this.#backlog = undefined;
    for (const message of backlog) this.#worker.postMessage(message);
  }
}
