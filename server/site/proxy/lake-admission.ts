import type { IncomingMessage, ServerResponse } from "node:http";
import type { TokenChange } from "~/account/administration/lake-tokens.server";
import type { LakeIdentity, StudioAccess } from "~/account/session/studio-session.server";
import type { Recheck } from "./lake-forwarder";
import { tokenChangeOf } from "./token-change";

const formRefusal =
  "Images with effects, with fm=avif, or larger than their originals are available to editors only. Ask for fit=max and auto=format, or sign in.";

const signedOut = "Sign in to use the Studio.";
const notAnEditor = "Only editors and administrators may use the Studio.";
const stale = "Creating or revoking a token requires a recent sign-in: sign in again.";

/** A request for the lake. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  clientIp: string;
  requestId: string;
  /** Whether it only reads. */
  reading: boolean;
  /** Whether it is for an image or a file, by its path. */
  isForAsset: boolean;
}

/**
 * The identity under which a request of the Studio may reach the lake, or why it may not.
 *
 * @param admitTokenChange whether the session is recent enough to change the lake's tokens
 */
export async function admitToLake(
  { request, url, reading, isForAsset }: Exchange,
  access: StudioAccess,
  admitTokenChange: (administrator: LakeIdentity, change: TokenChange) => Promise<boolean>,
): Promise<{ identity: LakeIdentity } | { status: number; sentence: string }> {
  if (!access.allowed) {
    if (reading && isForAsset) return { status: 403, sentence: formRefusal };
    return refusalOf(access.reason);
  }
  const { identity } = access;
  if (isAnotherAccounts(request, identity)) {
    return { status: 403, sentence: "Another account is signed in in this browser." };
  }
  const change = tokenChangeOf(request, url);
  // The lake itself refuses editors.
  if (!change || identity.role !== "administrator") return { identity };
  const isAdmitted = await admitTokenChange(identity, change);
  return isAdmitted ? { identity } : { status: 403, sentence: stale };
}

/** Why a user without access is refused. */
export const refusalOf = (reason: "signed-out" | "forbidden") =>
  reason === "signed-out"
    ? { status: 401, sentence: signedOut }
    : { status: 403, sentence: notAnEditor };

/** Why a user who was admitted as this identity no longer is; null while they are. */
export function lossOfAccess(
  admitted: LakeIdentity,
  access: StudioAccess,
): { status: number; sentence: string } | null {
  if (!access.allowed) return refusalOf(access.reason);
  if (access.identity.role === admitted.role) return null;
  return { status: 403, sentence: "Your role has changed. Try again." };
}

/** For how long a check holds: edits while someone types are shorter, and are not checked twice. */
const recentMilliseconds = 1_000;

/** A second check of a request's access, unless the first was just now. */
export function recheckLater(
  admitted: LakeIdentity,
  readAccess: () => Promise<StudioAccess>,
): Recheck {
  const checkedAt = performance.now();
  return async () => {
    if (performance.now() - checkedAt < recentMilliseconds) return null;
    try {
      return lossOfAccess(admitted, await readAccess());
    } catch {
      return { status: 503, sentence: "Your access cannot be checked right now. Try again." };
    }
  };
}

/**
 * Whether the Studio was opened by another user than the one whose session the browser now sends.
 * Browsers cannot set custom headers on WebSockets, so there the check is skipped: a WebSocket
 * belongs to the session that opened it, and is closed once that has ended.
 */
const isAnotherAccounts = ({ headers }: IncomingMessage, { id }: LakeIdentity) =>
  headers["x-studio-user"] !== undefined && headers["x-studio-user"] !== id;
