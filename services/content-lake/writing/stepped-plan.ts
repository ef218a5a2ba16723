import { setImmediate as nextTurn } from "node:timers/promises";
import type { TimeLimit } from "../time-limit";
import { slice } from "../time-slicing";
import type { Transaction } from "./transaction";

/** Finds documents, and counts the time that it computes as the transaction's. */
type Selection = (time: TimeLimit) => Promise<string[]>;

/**
 * A plan in steps: it yields a selection of documents, and resumes with their ids, or nothing where
 * others may come in between.
 */
export type SteppedPlan<T> = (transaction: Transaction) => Steps<T>;

type Steps<T> = Generator<Selection | undefined, T, string[] | undefined>;

/**
 * Runs the steps of a plan, other work of the process in between.
 *
 * @param time what they may compute together
 * @throws a ComputationTimeout beyond that, and what the plan throws
 */
export async function runSteps<T>(steps: Steps<T>, time: TimeLimit): Promise<T> {
  // `setImmediate` called from an I/O callback fires before other I/O is polled; called from a
  // `setImmediate` callback, it fires after.
  await nextTurn();
  let step = time.run(() => slice(steps));
  while (!step.done) {
    const selected = await step.value?.(time);
    // A thousand quick selections are a long time too: let others come in between.
    await nextTurn();
    step = time.run(() => slice(steps, selected));
  }
  return step.value;
}
