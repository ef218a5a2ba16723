import { type Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { badRequest, httpError, LakeError } from "../errors";
import { type Identity } from "../identity";
import { limits } from "../limits";

/** What the lake's middleware sets for the routes behind it. */
export interface LakeEnvironment {
  Variables: {
    identity: Identity;
    /** The API version of the URL without its `v`: a date, `1` or `X`. */
    version: string;
  };
}

export type LakeContext = Context<LakeEnvironment>;

export const limitBody = bodyLimit({
  maxSize: limits.requestBody,
  onError: () => {
    throw httpError(413, "Payload Too Large", `A request may hold ${limits.requestBody} bytes`);
  },
});

/** The request's JSON. Throws a LakeError 400 when it is invalid, 413 when it is too long. */
export async function readJson(context: LakeContext): Promise<unknown> {
  try {
    return await context.req.json();
  } catch (error) {
    if (error instanceof LakeError) throw error;
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
