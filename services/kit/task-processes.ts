import { type ChildProcess, fork } from "node:child_process";
import { setPriority } from "node:os";

/**
 * A process's reply: the result, why the task cannot have one, or a fault of ours; with the
 * processor time that it took.
 */
export type Outcome<Result> = Reply<Result> & { milliseconds: number };
export type Reply<Result> = { result: Result } | { refusal: string } | { failure: string };

/** A task that cannot be carried out, such as a picture that is none; the message says why. */
export class TaskRefusal extends Error {
  override readonly name = "TaskRefusal";
}

/** The process ended before it had a result. */
export class TaskProcessEnd extends Error {
  override readonly name = "TaskProcessEnd";

  constructor(readonly reason: "memory" | "timeout" | "aborted" | "crash" | "death") {
    super(`A process ended before it had a result: ${reason}.`);
  }
}

/**
 * The signal by which a process that exceeds its memory limit ends itself: one that nothing else
 * sends, that Node.js does not handle, and that leaves no core dump.
 */
export const memorySignal = "SIGALRM";

/**
 * How faults of native code end a process, which the same task causes again. When the machine has
 * no memory left, the kernel ends a process with SIGKILL, and an allocator its own with SIGABRT.
 */
const crashSignals: ReadonlySet<NodeJS.Signals | null> = new Set([
  "SIGSEGV",
  "SIGBUS",
  "SIGILL",
  "SIGFPE",
]);

/** An idle process ends after this time: it holds some 80 MB. */
const idleMilliseconds = 30_000;

/** Lower than the site's and the backend's, so that pages come before tasks. */
const priority = 10;

export interface TaskLimits {
  maxMilliseconds: number;
  /** The resident memory of a process, in bytes. */
  memoryLimit: number;
}

/**
 * Carries out tasks in processes of their own, which are killed when a task takes too long or too
 * much memory, or when nobody waits for it anymore: native code cannot be interrupted everywhere (a
 * drawing's filters went on for minutes), a thread that runs out of memory takes its process with
 * it, and threads cannot have a lower priority. A process is started when needed and handles one
 * task at a time; callers bound how many there are at once.
 */
export class TaskProcesses<Task, Result> {
  readonly #idle: Idle[] = [];
  readonly #all = new Set<ChildProcess>();
  readonly #entry: URL;
  readonly #limits: TaskLimits;

  /** @param entry a compiled module that calls `runTasks` */
  constructor(entry: URL, limits: TaskLimits) {
    this.#entry = entry;
    this.#limits = limits;
  }

  /**
   * @param task goes to the process by structured clone
   * @param signal aborted when nobody waits for the result anymore
   * @returns the result, and the processor time of all threads together
   * @throws {TaskRefusal | TaskProcessEnd} and an Error for a fault of ours
   */
  async run(task: Task, signal?: AbortSignal): Promise<{ result: Result; milliseconds: number }> {
    if (signal?.aborted) throw new TaskProcessEnd("aborted");
    const child = this.#take();
    const outcome = await this.#send(child, task, signal);
    this.#keep(child);
    if ("refusal" in outcome) throw new TaskRefusal(outcome.refusal);
    if ("failure" in outcome) throw new Error(outcome.failure);
    return outcome;
  }

  close(): void {
    for (const child of this.#all) child.kill("SIGKILL");
  }

  #send(child: ChildProcess, task: Task, signal?: AbortSignal): Promise<Outcome<Result>> {
    return new Promise((replied, failed) => {
      let timedOut = false;
      const kill = () => child.kill("SIGKILL");
      const timeout = setTimeout(() => {
        timedOut = true;
        kill();
      }, this.#limits.maxMilliseconds);
      signal?.addEventListener("abort", kill);
      const settle = () => {
        clearTimeout(timeout);
        signal?.removeEventListener("abort", kill);
        child.off("exit", ended).off("error", failedToStart).off("message", take);
      };
      const ended = (_code: number | null, endSignal: NodeJS.Signals | null) => {
        settle();
        const death = crashSignals.has(endSignal) ? "crash" : "death";
        const otherwise = endSignal === memorySignal ? "memory" : timedOut ? "timeout" : death;
        failed(new TaskProcessEnd(signal?.aborted ? "aborted" : otherwise));
      };
      const failedToStart = () => ended(null, null);
      const take = (outcome: Outcome<Result>) => {
        settle();
        replied(outcome);
      };
      child.once("exit", ended).once("error", failedToStart).once("message", take);
      const { memoryLimit } = this.#limits;
      // A process that cannot receive messages is ending or has ended, which its events report.
      child.send({ task, memoryLimit }, (error) => error && kill());
    });
  }

  #take(): ChildProcess {
    const idle = this.#idle.pop();
    if (!idle) return this.#start();
    clearTimeout(idle.end);
    return idle.child;
  }

  #keep(child: ChildProcess): void {
    if (!child.connected) return;
    const end = setTimeout(() => child.kill("SIGKILL"), idleMilliseconds).unref();
    this.#idle.push({ child, end });
  }

  #start(): ChildProcess {
    const child = fork(this.#entry, { serialization: "advanced", execArgv: [] });
    this.#all.add(child);
    child.on("error", (error) => console.error("A process for tasks failed:", error));
    child.on("exit", () => this.#forget(child));
    // It must not keep its parent alive.
    child.unref();
    child.channel?.unref();
    if (child.pid !== undefined) setPriority(child.pid, priority);
    return child;
  }

  #forget(child: ChildProcess): void {
    this.#all.delete(child);
    const at = this.#idle.findIndex((idle) => idle.child === child);
    if (at >= 0) this.#idle.splice(at, 1);
  }
}

interface Idle {
  child: ChildProcess;
  end: NodeJS.Timeout;
}
