import { z } from "zod";
import { safeEqual } from "../safe-equal";
import { isPublishedId } from "./document";
import { Failure, httpError, insufficientPermissions } from "./errors";
import { type Change } from "./transaction";

/** Who asks. A `reader` may read everything and write nothing; a `service` (seed, commands) may do everything. */
export interface Identity {
  id: string;
  name: string;
  email: string;
  role: "administrator" | "editor" | "reader" | "service";
  profileImage?: string;
}

/** Postgres keeps no null characters. */
const text = z
  .string()
  .max(2000)
  .regex(/^[^\0]*$/);

const person = z.object({
  id: text.min(1).max(200),
  name: text,
  email: text,
  role: z.enum(["administrator", "editor"]),
  profileImage: text.optional(),
});

/** The shared reader of the site's own loaders. */
export const reader: Identity = { id: "reader", name: "Reader", email: "", role: "reader" };

/** What writes without a person are signed with: seed, scripts, the site's own process. */
export const service: Identity = { id: "service", name: "Service", email: "", role: "service" };

/** The parts of a request, whether fetch's or Node's, that say who asks. */
export interface Credentials {
  authorization: string | undefined;
  identity: string | undefined;
}

/**
 * Makes the function that tells who asks. The read token stands for a reader. The proxy token is the site's word; with
 * it, `X-Lake-Identity` (base64url of JSON) names the person whom the site has signed in. Any other is a script's.
 *
 * @returns undefined for a request without credentials; throws a LakeError 401 for wrong ones
 */
export function createAuthenticator(
  { proxyToken, readToken }: { proxyToken: string; readToken: string },
  tokens: { identify(key: string): Identity | undefined },
) {
  return ({ authorization, identity }: Credentials): Identity | undefined => {
    if (authorization === undefined) return undefined;
    const [, token = ""] = /^Bearer (\S+)$/i.exec(authorization) ?? [];
    // Both are compared whatever the first says, so that the time taken tells nothing of either.
    const isProxy = safeEqual(token, proxyToken);
    const isReader = safeEqual(token, readToken);
    if (isProxy) return identity === undefined ? service : parsePerson(identity);
    if (isReader) return reader;
    const script = tokens.identify(token);
    if (script) return script;
    throw httpError(401, "Unauthorized", "Session not found");
  };
}

function parsePerson(header: string): Identity {
  try {
    return person.parse(JSON.parse(Buffer.from(header, "base64url").toString("utf8")));
  } catch {
    throw httpError(401, "Unauthorized", "Malformed identity");
  }
}

export const mayWrite = (identity: Identity): boolean => identity.role !== "reader";

/** Throws a LakeError 403 for readers. `permission` is Sanity's name of what was asked for. */
export function requireWrite(identity: Identity, permission: "update" | "create"): void {
  if (!mayWrite(identity)) throw insufficientPermissions(permission);
}

/** Throws a LakeError 403 unless they may make and revoke tokens. */
export function requireManage({ role }: Identity): void {
  if (role !== "administrator" && role !== "service") throw insufficientPermissions("manage");
}

/**
 * Makes the check of what somebody may change. Of the given types, only administrators change published documents:
 * editors draft, an administrator publishes.
 *
 * @returns a check that throws a {@link Failure} 403 for a change that is not theirs to make
 */
export function changesAllowedTo({ role }: Identity, administratorsPublish: readonly string[]) {
  const guarded = new Set(
    role === "administrator" || role === "service" ? [] : administratorsPublish,
  );
  return ({ id, before, after }: Change): void => {
    const type = [before?._type, after?._type].find((each) => each && guarded.has(each));
    if (!type || !isPublishedId(id)) return;
    const description = `Only administrators publish, change and delete documents of the type "${type}": save a draft, and ask one of them to publish it`;
    throw new Failure(403, { type: "insufficientPermissionsError", id, description });
  };
}
