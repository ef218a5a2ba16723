import { setImmediate as nextTurn } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { Written } from "../commit";
import type { Document } from "../document";
import { queryError } from "../errors";
import { limits } from "../limits";
import type { Store } from "../store";
import type { QueryContext } from "./evaluate";
import type { Parameters } from "./parse";
import type { Perspective } from "./perspective";

export interface QueryRequest {
  perspective: Perspective;
  query: string;
  params: Parameters;
  context: QueryContext;
}

/** A result as JSON text, with its sync tags. */
export interface TaggedResult {
  json: string;
  tags: string[];
}

/**
 * A task for a thread: a query, or, with the changes of a transaction until now, the selection of
 * ids.
 */
export type Task = QueryRequest & { over?: readonly Written[] };

export interface TaskResult extends TaggedResult {
  /** Processor time that it took to compute. */
  milliseconds: number;
  /** Additional time that it would have taken without memoized parts. */
  saved: number;
}

/**
 * The time limit comes with each task: a thread does not see that a test has shortened the
 * process's.
 */
export type ToWorker = { changes: readonly Written[] } | { ask: Task; milliseconds: number };

export type FromWorker =
  | TaskResult
  | {
      refusal: { status: number; message: string; body: Record<string, unknown> };
      milliseconds: number;
    };

/** Documents that are copied in one go; other requests come in between. */
const portion = 200;

/**
 * A thread with a copy of the documents, which it receives first, and then every commit. It gets
 * one task at a time, and ends when idle for a while, because the copy takes memory.
 */
export class Thread {
  /** Resolves to the reason when the thread has ended. */
  readonly ended: Promise<string>;
  readonly #worker: Worker;
  readonly #unsubscribe: () => void;
  readonly #onIdle: () => void;
  #onOutcome: ((outcome: FromWorker) => void) | undefined;
  /** What was sent while the documents were being copied; undefined from then on. */
  #backlog: ToWorker[] | undefined = [];
  #idle: NodeJS.Timeout | undefined;

  /**
   * @param entry the compiled `query-worker`
   * @param yields whether it runs at lower priority where cores are few
   * @param onIdle is called when the thread ends because it was idle
   */
  constructor(
    entry: URL,
    store: Store,
    { yields, onIdle }: { yields: boolean; onIdle: () => void },
  ) {
    this.#onIdle = onIdle;
    this.#worker = new Worker(entry, {
      workerData: yields,
      resourceLimits: { maxOldGenerationSizeMb: limits.slowQueryMemory },
    });
    this.#worker.unref();
    this.#worker.on("message", (outcome: FromWorker) => this.#settle(outcome));
    this.#unsubscribe = store.onCommit(({ changes }) => {
      this.#send({ changes: changes.map(({ id, after }) => ({ id, after })) });
    });
    this.ended = new Promise((resolve) => {
      this.#worker.on("error", (error) => {
        const outOfMemory = "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
        if (!outOfMemory) console.error("A thread of slow queries failed:", error);
        resolve(outOfMemory ? "The query needs too much memory" : "The query failed");
      });
      this.#worker.on("exit", () => {
        this.#unsubscribe();
        resolve("The query was interrupted");
      });
    });
    void this.#load(store.documents.all.slice());
  }

  /** @param onOutcome receives the outcome, unless the thread ends before */
  ask(task: Task, onOutcome: (outcome: FromWorker) => void): void {
    clearTimeout(this.#idle);
    this.#onOutcome = onOutcome;
    this.#send({ ask: task, milliseconds: limits.computation });
  }

  end(): void {
    clearTimeout(this.#idle);
    void this.#worker.terminate();
  }

  #settle(outcome: FromWorker): void {
    const onOutcome = this.#onOutcome;
    this.#onOutcome = undefined;
    this.#idle = setTimeout(() => {
      this.#onIdle();
      this.end();
    }, limits.slowQueryIdle);
    this.#idle.unref();
    onOutcome?.(outcome);
  }

  #send(message: ToWorker): void {
    if (this.#backlog) this.#backlog.push(message);
    else this.#post(message);
  }

  /**
   * Never throws: its callers are listeners, and nobody would catch it. What cannot be copied is
   * nested too deeply, say.
   */
  #post(message: ToWorker): void {
    try {
      this.#worker.postMessage(message);
    } catch (error) {
      if (!("ask" in message)) {
        console.error("A commit could not be sent to a thread of slow queries:", error);
        // Its documents are outdated from here on.
        return this.end();
      }
      const {
        status,
        message: text,
        body,
      } = queryError(
        "queryExecutionError",
        "The query's parameters cannot be sent to a thread",
        message.ask.query,
      );
      this.#settle({ refusal: { status, message: text, body }, milliseconds: 0 });
    }
  }

  async #load(documents: readonly Document[]): Promise<void> {
    for (let start = 0; start < documents.length; start += portion) {
      const changes = documents.slice(start, start + portion);
      this.#post({ changes: changes.map((after) => ({ id: after._id, after })) });
      await nextTurn();
    }
    const backlog = this.#backlog ?? [];
    this.#backlog = undefined;
    for (const message of backlog) this.#post(message);
  }
}
