import { LakeError, queryError, tooManyRequests } from "../errors";
import { reader } from "../access/identity";
import { limits } from "../limits";
import type { Store } from "../store";
import { TimeFairQueue, type Turn } from "./time-fair-queue";
import { checkParameters } from "./parse";
import {
  type FromWorker,
  type QueryRequest,
  type Task,
  type TaskResult,
  Thread,
} from "./worker-thread";

interface Job extends Turn {
  task: Task;
  resolve(result: TaskResult): void;
  reject(error: Error): void;
}

/** A slot for a thread, while it is needed. */
interface Slot {
  /** Whether it is reserved for what cannot wait. */
  readonly reserved: boolean;
  thread?: Thread;
  /** What the thread is working on. */
  job?: Job;
}

/**
 * Runs slow queries in threads of their own, so that everyone else is not blocked. A thread is
 * started when all others that may take a query are busy. Requesters get the threads in turns, by
 * the time that they have used, and one thread is reserved for what must not wait for others: the
 * queries of the site's reader, and the selections of writes.
 */
export class SlowQueries {
  readonly #store: Store;
  readonly #entry: URL;
  readonly #queue = new TimeFairQueue<Job>();
  readonly #slots: readonly Slot[];
  #closed = false;

  /** @param entry the compiled `query-worker` */
  constructor(store: Store, entry: URL) {
    this.#store = store;
    this.#entry = entry;
    this.#slots = Array.from({ length: limits.slowThreads }, (_, n) => ({ reserved: n === 0 }));
  }

  /**
   * The result includes all that was committed before the call.
   *
   * @param expected milliseconds that it is expected to take
   * @throws LakeError 400 when the query takes too much time or memory, 429 when its requester has
   *   too many such queries in flight
   */
  async run(request: QueryRequest, expected: number): Promise<TaskResult> {
    const { identity } = request.context;
    const inFlight = this.#inFlight().filter(({ requester }) => requester === identity);
    const max = identity === reader.id ? limits.slowQueriesOfReader : limits.slowQueries;
    if (inFlight.length >= max) {
      const milliseconds = inFlight.reduce((sum, job) => sum + job.expected, 0);
      throw tooManyRequests(
        `You have ${max} slow queries in flight: try again when they have finished`,
        Math.min(60, Math.ceil(milliseconds / 1000)),
      );
    }
    return this.#enqueue(request, expected);
  }

  /**
   * The ids that a mutation's query selects, as JSON. It comes before all waiting queries, because
   * the writes after it wait too.
   *
   * @param expected milliseconds that it is expected to take
   * @throws LakeError 400 when the query takes too much time or memory
   */
  async select(task: Required<Task>, expected: number): Promise<TaskResult> {
    return this.#enqueue(task, expected);
  }

  /** Refuses what waits, and what may still come: a waiting write may still select. */
  close(): void {
    this.#closed = true;
    const jobs = this.#inFlight();
    for (const slot of this.#slots) {
      slot.thread?.end();
      slot.thread = slot.job = undefined;
    }
    this.#queue.clear();
    for (const { task, reject } of jobs) reject(interrupted(task));
  }

  async #enqueue(task: Task, expected: number): Promise<TaskResult> {
    if (this.#closed) throw interrupted(task);
    // A query that is known to be slow comes here unparsed.
    checkParameters(task.params);
    return new Promise((resolve, reject) => {
      this.#queue.add({ requester: task.context.identity, expected, task, resolve, reject });
      this.#assign();
    });
  }

  /** Waiting jobs, and those that threads work on. */
  #inFlight(): Job[] {
    return [...this.#queue.waiting, ...this.#slots.flatMap(({ job }) => job ?? [])];
  }

  /** Gives idle threads the next jobs. */
  #assign(): void {
    for (const slot of this.#slots) {
      if (slot.job) continue;
      const next =
        this.#queue.take(({ task }) => task.over !== undefined) ??
        this.#queue.take(({ requester }) => !slot.reserved || requester === reader.id);
      if (next) this.#start(slot, next);
    }
    if (this.#inFlight().length === 0) this.#queue.clear();
  }

  #start(slot: Slot, job: Job): void {
    slot.job = job;
    slot.thread ??= this.#open(slot);
    slot.thread.ask(job.task, (outcome) => {
      slot.job = undefined;
      this.#queue.settle(job, outcome.milliseconds);
      this.#assign();
      settle(job, outcome);
    });
  }

  #open(slot: Slot): Thread {
    const thread = new Thread(this.#entry, this.#store, {
      yields: !slot.reserved,
      // Forgotten before it ends: a query to an ending thread would get no reply.
      onIdle: () => (slot.thread = undefined),
    });
    void thread.ended.then((reason) => {
      const { job } = slot;
      if (slot.thread !== thread) return;
      slot.thread = slot.job = undefined;
      if (!job) return;
      // Only its current job fails: others go on in their threads.
      job.reject(queryError("queryExecutionError", reason, job.task.query));
      this.#queue.settle(job, limits.computation);
      this.#assign();
    });
    return thread;
  }
}

function settle({ resolve, reject }: Job, outcome: FromWorker): void {
  if (!("refusal" in outcome)) return resolve(outcome);
  const { status, message, body } = outcome.refusal;
  reject(new LakeError(status, message, body));
}

const interrupted = ({ query }: Task) =>
  queryError("queryExecutionError", "The query was interrupted", query);
