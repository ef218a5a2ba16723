import { z } from "zod";
import { safeEqual } from "@platen/kit";
import { isPublishedId } from "../document";
import { MutationFailure, httpError, insufficientPermissions } from "../errors";
import type { Planned } from "../store";

/**
 * The requester. A `reader` may read everything and write nothing; a `service` (seed, commands) may
 * do everything.
 */
export interface Identity {
  id: string;
  name: string;
  email: string;
  role: "administrator" | "editor" | "reader" | "service";
  profileImage?: string;
}

/** Postgres stores no null characters. */
const text = z
  .string()
  .max(2000)
  .regex(/^[^\0]*$/);

const identitySchema = z.object({
  id: text.min(1).max(200),
  name: text,
  email: text,
  role: z.enum(["administrator", "editor"]),
  profileImage: text.optional(),
});

/** The shared reader of the site's own loaders. */
export const reader: Identity = { id: "reader", name: "Reader", email: "", role: "reader" };

/** The author of writes without a user: seed, scripts, the site's own process. */
export const service: Identity = { id: "service", name: "Service", email: "", role: "service" };

/** The parts of a request, whether fetch's or Node's, that identify the requester. */
export interface Credentials {
  authorization: string | undefined;
  identity: string | undefined;
}

/**
 * Identifies the requester; undefined without credentials. Throws a LakeError 401 for wrong ones.
 */
export type Authenticate = (credentials: Credentials) => Identity | undefined;

/**
 * Makes the function that identifies the requester. The read token means a reader. The proxy token
 * proves that the site sent the request; with it, `X-Lake-Identity` (base64url of JSON) names the
 * user signed in to the site. Any other token is a script's.
 */
export function createAuthenticator(
  { proxyToken, readToken }: { proxyToken: string; readToken: string },
  tokens: { identify(key: string): Identity | undefined },
): Authenticate {
  return ({ authorization, identity }) => {
    if (authorization === undefined) return undefined;
    const [, token = ""] = /^Bearer (\S+)$/i.exec(authorization) ?? [];
    // Both are always compared, so that the time taken reveals nothing about either.
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
    return identitySchema.parse(JSON.parse(Buffer.from(header, "base64url").toString("utf8")));
  } catch {
    throw httpError(401, "Unauthorized", "Malformed identity");
  }
}

const mayWrite = (identity: Identity): boolean => identity.role !== "reader";

/**
 * Throws a LakeError 403 for readers. `permission` is Sanity's name of the requested permission.
 */
export function requireWrite(identity: Identity, permission: "update" | "create"): void {
  if (!mayWrite(identity)) throw insufficientPermissions(permission);
}

/** Throws a LakeError 403 unless the identity may make and revoke tokens. */
export function requireManage({ role }: Identity): void {
  if (role !== "administrator" && role !== "service") throw insufficientPermissions("manage");
}

/**
 * Throws a {@link MutationFailure} 403 for what an identity may not write. Of the given types, only
 * administrators change published documents: editors draft, an administrator publishes. And only
 * they purge the history of published documents: an editor could erase who changed a price.
 */
export function checkWriting(
  { role }: Identity,
  { changes, purged }: Planned,
  administratorsPublish: readonly string[],
): void {
  if (role === "administrator" || role === "service") return;
  const guarded = new Set(administratorsPublish);
  for (const { id, before, after } of changes) {
    const type = [before?._type, after?._type].find((each) => each && guarded.has(each));
    if (type && isPublishedId(id))
      throw forbidden(
        id,
        `Only administrators publish, change and delete documents of the type "${type}": save a draft, and ask one of them to publish it`,
      );
  }
  // Also of documents that are deleted, whose type is no longer known.
  for (const id of purged)
    if (isPublishedId(id))
      throw forbidden(id, "Only administrators purge the history of a published document");
}

function forbidden(id: string, description: string) {
  return new MutationFailure(403, { type: "insufficientPermissionsError", id, description });
}
