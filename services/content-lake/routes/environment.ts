import { readBytes } from "@platen/kit";
import { type Context } from "hono";
import { badRequest, httpError } from "../errors";
import { type Identity } from "../identity";
import { limits } from "../limits";
import { isDeeper } from "../value-size";

/** What the lake's middleware sets for the routes behind it. */
export interface LakeEnvironment {
  Variables: {
    identity: Identity;
    /** The API version of the URL without its `v`: a date, `1` or `X`. */
    version: string;
  };
}

export type LakeContext = Context<LakeEnvironment>;

/**
 * The request's JSON. Throws a LakeError 400 when it is invalid or nested too deeply, 413 when it
 * has more than `max` bytes.
 */
export async function readJson(
  context: LakeContext,
  max: number = limits.requestBody,
): Promise<unknown> {
  const bytes = await readBytes(context.req.raw, max);
  if (!bytes) throw httpError(413, "Payload Too Large", `A request may hold ${max} bytes`);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw badRequest("The request body is not valid JSON");
  }
  if (isDeeper(value, limits.requestDepth)) {
    throw badRequest(`The request body is nested deeper than ${limits.requestDepth} levels`);
  }
  return value;
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
