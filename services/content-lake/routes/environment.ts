import { setImmediate as nextTurn } from "node:timers/promises";
import { FairSlots, readBytes } from "@platen/kit";
import { type Context } from "hono";
import { badRequest, httpError } from "../errors";
import { type Identity } from "../access/identity";
import { limits } from "../limits";
import { excessOf } from "../value-size";

/** What the lake's middleware sets for the routes behind it. */
export interface LakeEnvironment {
  Variables: {
    identity: Identity;
    /** Throws a LakeError 401 when the token has been revoked since the request began. */
    authenticateAgain: () => void;
    /** The API version of the URL without its `v`: a date, `1` or `X`. */
    version: string;
  };
}

export type LakeContext = Context<LakeEnvironment>;

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
  const bytes = await readBytes(context.req.raw, max.bytes);
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

/** Versions from this one on read the published perspective unless they request another. */
export function isFrom(version: string, date: string): boolean {
  return version === "X" || (version !== "1" && version >= date);
}

/** `?name=`, `?name=true` and `?name=false`. */
export function flag(context: LakeContext, name: string, otherwise = false): boolean {
  const value = context.req.query(name);
  return value === undefined ? otherwise : value !== "false";
}
