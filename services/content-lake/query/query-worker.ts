import { parentPort } from "node:worker_threads";
import { LakeError } from "../errors";
import { answer, type Answer, select } from "./evaluate";
import { Perspectives } from "./perspective";
import { type FromWorker, type Task, type ToWorker } from "./slow-queries";

/** The thread of {@link SlowQueries}: it holds documents of its own, and answers one query after another. */
const perspectives = new Perspectives();

parentPort?.on("message", (message: ToWorker) => {
  if ("changes" in message) return perspectives.apply(message.changes);
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

function carryOut({ over, perspective, query, params, context }: Task): Answer {
  if (!over) return answer(perspectives.view(perspective), query, params, context);
  const before = over.map(({ id }) => ({ id, after: perspectives.raw.get(id) }));
  perspectives.apply(over);
  try {
    return select(perspectives.view(perspective), query, params, context);
  } finally {
    perspectives.apply(before);
  }
}
