import { setImmediate as nextTurn } from "node:timers/promises";
import { FairSlots, readBytesWithin } from "@platen/kit";
import { badRequest, httpError } from "../errors";
import { limits } from "../limits";
import { excessOf } from "../value-size";
import type { LakeContext } from "./environment";

/** Long bodies are parsed one in a turn of the event loop, which is the whole process's. */
const parsing = new FairSlots(1);

interface BodyLimits {
  bytes: number;
  values: number;
}

/**
 * The request's JSON. Throws a LakeError 400 when it is invalid or nested too deeply, 413 when it
 * has more bytes or values than it may.
 */
export async function readJson(
  context: LakeContext,
  max: BodyLimits = { bytes: limits.requestBody, values: limits.requestValues },
): Promise<unknown> {
  const bytes = await readBytesWithin(context.req.raw, max.bytes);
  if (!bytes) throw tooLarge(`${max.bytes} bytes`);
  // A body may take an hour to arrive: a script wrote with a token that was revoked meanwhile.
  context.get("authenticateAgain")();
  if (bytes.length <= limits.shortBody) return parse(bytes, max);
  return parsing.run(context.get("identity").id, async () => {
    await nextTurn();
    return parse(bytes, max);
  });
}

const tooLarge = (most: string) =>
  httpError(413, "Payload Too Large", `A request may hold ${most}`);

function parse(bytes: Uint8Array, max: BodyLimits): unknown {
  const excess = excessOf(bytes, { values: max.values, depth: limits.requestDepth });
  if (excess === "values") throw tooLarge(`${max.values} values`);
  if (excess) {
    throw badRequest(`The request body is nested deeper than ${limits.requestDepth} levels`);
  }
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw badRequest("The request body is not valid JSON");
  }
}
