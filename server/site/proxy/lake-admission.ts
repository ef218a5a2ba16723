import type { IncomingMessage, ServerResponse } from "node:http";
import type { TokenChange } from "~/account/administration/lake-tokens.server";
import type { LakeIdentity, StudioAccess } from "~/account/session/studio-session.server";
import { tokenChangeOf } from "./token-change";

const formRefusal =
  "Images with effects, with fm=avif, or larger than their originals are available to editors only. Ask for fit=max and auto=format, or sign in.";

export const signedOut = "Sign in to use the Studio.";
export const notAnEditor = "Only editors and administrators may use the Studio.";
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
 * As whom a request of the Studio may reach the lake, or why it may not.
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
    return access.reason === "signed-out"
      ? { status: 401, sentence: signedOut }
      : { status: 403, sentence: notAnEditor };
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

/**
 * Whether the Studio was opened by another user than the one whose session the browser now sends.
 */
const isAnotherAccounts = ({ headers }: IncomingMessage, { id }: LakeIdentity) =>
  headers["x-studio-person"] !== undefined && headers["x-studio-person"] !== id;
