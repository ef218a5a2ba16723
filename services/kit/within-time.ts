import { createContext, Script } from "node:vm";
import { processorTime } from "./processor-time";

const sandbox: { work: (() => void) | undefined } = { work: undefined };
const context = createContext(sandbox);
const script = new Script("work()");

/**
 * The share of its time for which aborted work must have had the processor: otherwise it was held
 * up and may try again.
 */
const minCpuShare = 0.75;

/** Thrown when a computation exceeds its time limit. */
export class ComputationTimeout extends Error {
  override readonly name = "ComputationTimeout";
  /** Milliseconds of processor time that the work had until it was aborted. */
  readonly processed: number;
  readonly #milliseconds: number;

  constructor(milliseconds: number, processed = milliseconds) {
    super(`took longer than ${milliseconds} ms`);
    this.#milliseconds = milliseconds;
    this.processed = processed;
  }

  /**
   * Whether the work got little of its time: the process was stopped, the processor busy. V8 aborts
   * by the wall clock.
   *
   * @param collected milliseconds of processor time that garbage collections took of it
   */
  wasStarved(collected = 0): boolean {
    return this.processed - collected < this.#milliseconds * minCpuShare;
  }
}

/**
 * Runs `work` synchronously, but aborts it when it takes too long: a query or a patch can be
 * crafted to run for years, and everyone else would wait. V8 stops the code of a script that has a
 * time limit wherever it is, even in functions that the script calls; so `work` must leave nothing
 * half done outside itself. Costs some 0.1 ms.
 *
 * @throws ComputationTimeout, or whatever `work` throws
 */
export function withinTime<T>(milliseconds: number, work: () => T): T {
  const results: { value: T }[] = [];
  sandbox.work = () => {
    results.push({ value: work() });
  };
  const start = processorTime();
  try {
    script.runInContext(context, { timeout: milliseconds });
  } catch (error) {
    // The error is of the script's own realm: no instance of our Error.
    const isTimeout =
      typeof error === "object" &&
      error !== null &&
      "code" in error &&
      error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
    if (!isTimeout) throw error;
    throw new ComputationTimeout(milliseconds, processorTime() - start);
  } finally {
    sandbox.work = undefined;
  }
  const [result] = results;
  if (!result) throw new Error("The script ended before its work was done.");
  return result.value;
}
