import { createContext, Script } from "node:vm";
import { isRecord } from "./document";
import { processorTime } from "./processor-time";

const sandbox: { work: (() => void) | undefined } = { work: undefined };
const context = createContext(sandbox);
const script = new Script("work()");

export class ComputationTimeout extends Error {
  override readonly name = "ComputationTimeout";
  /** Milliseconds of processor time that the work had until it was ended: few when something held it up. */
  readonly processed: number;

  constructor(milliseconds: number, processed = milliseconds) {
    super(`took longer than ${milliseconds} ms`);
    this.processed = processed;
  }
}

/**
 * Runs `work` here and now, but ends it when it takes too long: a query or a patch can be written to run for years,
 * and everyone else would wait. V8 stops the code of a script that has a time limit wherever it is, also in functions
 * that the script calls; `work` must therefore leave nothing half done outside itself. Costs some 0.1 ms.
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
    const isTimeout = isRecord(error) && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
    if (!isTimeout) throw error;
    throw new ComputationTimeout(milliseconds, processorTime() - start);
  } finally {
    sandbox.work = undefined;
  }
  const [result] = results;
  if (!result) throw new Error("The script ended without doing its work.");
  return result.value;
}

/** How time passes for a {@link TimeLimit}: a test's own clock must not race with V8's. */
export interface Timing {
  /** The clock, in milliseconds. */
  now: () => number;
  run: typeof withinTime;
}

const realTime: Timing = { now: () => performance.now(), run: withinTime };

/** What several pieces of work may take together. */
export class TimeLimit {
  readonly #milliseconds: number;
  readonly #timing: Timing;
  #spent = 0;

  constructor(milliseconds: number, timing = realTime) {
    this.#milliseconds = milliseconds;
    this.#timing = timing;
  }

  /** Counts work that was done elsewhere. */
  spend(milliseconds: number): void {
    this.#spent += milliseconds;
  }

  /** As {@link withinTime}, for as long as is left. */
  run<T>(work: () => T): T {
    const left = Math.ceil(this.#milliseconds - this.#spent);
    if (left <= 0) throw new ComputationTimeout(this.#milliseconds);
    const start = this.#timing.now();
    try {
      return this.#timing.run(left, work);
    } catch (error) {
      throw error instanceof ComputationTimeout
        ? new ComputationTimeout(this.#milliseconds, error.processed)
        : error;
    } finally {
      this.spend(this.#timing.now() - start);
    }
  }
}
