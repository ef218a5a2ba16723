import { parentPort } from "node:worker_threads";
import { LakeError } from "../errors";
import { answer } from "./evaluate";
import { Perspectives } from "./perspective";
import { type FromWorker, type ToWorker } from "./slow-queries";

/** The thread of {@link SlowQueries}: it holds documents of its own, and answers one query after another. */
const perspectives = new Perspectives();

parentPort?.on("message", (message: ToWorker) => {
  if ("changes" in message) {
    for (const { id, after } of message.changes) perspectives.set(id, after);
    return;
  }
  const { id, perspective, query, params, context } = message.ask;
  const reply = (outcome: FromWorker) => parentPort?.postMessage(outcome);
  try {
    const { json, dependencies } = answer(perspectives.view(perspective), query, params, context);
    reply({ id, json, tags: dependencies.tags() });
  } catch (error) {
    if (!(error instanceof LakeError)) throw error;
    const { status, message: text, body } = error;
    reply({ id, refusal: { status, message: text, body } });
  }
});
