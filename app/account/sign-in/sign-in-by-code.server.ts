import type { User } from "@supabase/supabase-js";
import { isFreshSignIn } from "~/account/session/guards.server";
import { parseClaims } from "@domain/accounts/claims";
import type { Session } from "~/account/session/session.server";
import { endReplacedSession } from "./replace-session.server";
import type { ServiceError } from "@domain/auth-service/auth-error-messages";

/** The outcome of a code: who is signed in by it, or why nobody is. */
export type SignedInByCode =
  | { outcome: "signed-in"; user: User }
  /** It is another user's, and the previous user stays signed in. */
  | { outcome: "another-account" }
  /**
   * The provider has not just signed the user in, or does not say so: they stay signed in as
   * before.
   */
  | { outcome: "not-fresh" }
  | { outcome: "refused"; error: ServiceError };

/**
 * Signs in the user who returns with a code, replacing the session that this browser had.
 *
 * @param again whether a signed-in user confirms their identity: then the account must not change
 */
export async function signInByCode(
  { auth, clientIp, claims, exchangeCode }: Session,
  code: string,
  again: boolean,
): Promise<SignedInByCode> {
  const userId = again ? (await claims())?.sub : undefined;
  const { data, error } = await exchangeCode(code);
  if (error) return { outcome: "refused", error };
  if (userId && userId !== data.user.id) {
    await endReplacedSession(data.session, clientIp);
    return { outcome: "another-account" };
  }
  if (again) {
    const { data: proof } = await auth.getClaims(data.session.access_token);
    const proved = parseClaims(proof?.claims);
    if (!proved || !isFreshSignIn(proved)) {
      await endReplacedSession(data.session, clientIp);
      return { outcome: "not-fresh" };
    }
  }
  const { data: before } = await auth.getSession();
  const { error: lost } = await auth.setSession(data.session);
  if (lost) return { outcome: "refused", error: lost };
  if (before.session) await endReplacedSession(before.session, clientIp);
  return { outcome: "signed-in", user: data.user };
}
