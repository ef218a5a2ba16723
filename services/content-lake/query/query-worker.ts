import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { processorTime } from "@platen/kit";
import { LakeError } from "../errors";
import { runQuery, type QueryResult, select } from "./evaluate";
import { retryStarved } from "./retry-starved";
import { Perspectives } from "./perspective";
import type { FromWorker, Task, ToWorker } from "./worker-thread";

/**
 * What runs in a {@link Thread}: it holds its own copy of the documents, and computes one query
 * after another.
 */
const perspectives = new Perspectives();

// With fewer cores than busy threads, slow queries took the main thread's time from everyone else.
// Linux has a priority for each thread (setpriority(2)); elsewhere this would set that of the whole
// process. At 5 a thread has a third of another's share: at 10 it has a tenth, and timed out under
// load.
if (workerData === true && process.platform === "linux") {
  try {
    setPriority(5);
  } catch {
    // Not permitted here: the threads share the cores as equals.
  }
}

parentPort?.on("message", (message: ToWorker) => {
  if ("changes" in message) return perspectives.apply(message.changes);
  const reply = (outcome: FromWorker) => parentPort?.postMessage(outcome);
  const start = processorTime();
  const taken = () => processorTime() - start;
  try {
    const { json, dependencies, saved } = retryStarved(message.milliseconds, (limit) =>
      carryOut(message.ask, limit),
    );
    reply({ json, tags: dependencies.tags(), milliseconds: taken(), saved });
  } catch (error) {
    if (!(error instanceof LakeError)) throw error;
    const { status, message: text, body } = error;
    reply({ refusal: { status, message: text, body }, milliseconds: taken() });
  }
});

function carryOut(
  { over, perspective, query, params, context }: Task,
  milliseconds: number,
): QueryResult {
  const view = () => perspectives.view(perspective);
  if (!over) return runQuery(view, query, params, context, milliseconds);
  const before = over.map(({ id }) => ({ id, after: perspectives.raw.get(id) }));
  perspectives.apply(over);
  try {
    return select(view(), query, params, context, milliseconds);
  } finally {
    perspectives.apply(before);
  }
}
