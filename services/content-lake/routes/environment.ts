import type { Context } from "hono";
import type { Identity } from "../access/identity";

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

/** Versions from this one on read the published perspective unless they request another. */
export function isFrom(version: string, date: string): boolean {
  return version === "X" || (version !== "1" && version >= date);
}

/** `?name=`, `?name=true` and `?name=false`. */
export function flag(context: LakeContext, name: string, otherwise = false): boolean {
  const value = context.req.query(name);
  return value === undefined ? otherwise : value !== "false";
}
