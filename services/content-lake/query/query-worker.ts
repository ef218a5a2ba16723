import { parentPort } from "node:worker_threads";
import { LakeError } from "../errors";
import { type Written } from "../transaction";
import { answer, type Answer, select } from "./evaluate";
import { Perspectives } from "./perspective";
import { type FromWorker, type Task, type ToWorker } from "./slow-queries";

/** The thread of {@link SlowQueries}: it holds documents of its own, and answers one query after another. */
const perspectives = new Perspectives();

parentPort?.on("message", (message: ToWorker) => {
  if ("changes" in message) return apply(message.changes);
  const { id, ...task } = message.ask;
  const reply = (outcome: FromWorker) => parentPort?.postMessage(outcome);
  const start = performance.now();
  try {
    const { json, dependencies } = carryOut(task);
    reply({ id, json, tags: dependencies.tags(), milliseconds: performance.now() - start });
  } catch (error) {
    if (!(error instanceof LakeError)) throw error;
    const { status, message: text, body } = error;
    reply({ id, refusal: { status, message: text, body } });
  }
});

function apply(changes: readonly Written[]): void {
  for (const { id, after } of changes) perspectives.set(id, after);
}

function carryOut({ over, perspective, query, params, context }: Task): Answer {
  if (!over) return answer(perspectives.view(perspective), query, params, context);
  const before = over.map(({ id }) => ({ id, after: perspectives.raw.get(id) }));
  apply(over);
  try {
    return select(perspectives.view(perspective), query, params, context);
  } finally {
    apply(before);
  }
}
