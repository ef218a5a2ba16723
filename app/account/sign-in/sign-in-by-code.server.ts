import type { User } from "@supabase/supabase-js";
import type { Session } from "~/account/session/session.server";
import { endSession } from "./end-session.server";
import type { ServiceError } from "./auth-error-messages";

/** What came of a code: who is signed in by it, or why nobody is. */
export type SignedInByCode =
  | { outcome: "signed-in"; user: User }
  /** It is another person's, and the one who was signed in stays so. */
  | { outcome: "somebody-else" }
  | { outcome: "refused"; error: ServiceError };

/**
 * Signs in whoever comes back with a code, in the place of the session that this browser had.
 *
 * @param again whether they confirm that it is they: then nobody may change into another account
 */
export async function signInByCode(
  { auth, clientIp, claims, exchangeCode }: Session,
  code: string,
  again: boolean,
): Promise<SignedInByCode> {
  const person = again ? (await claims())?.sub : undefined;
  const { data, error } = await exchangeCode(code);
  if (error) return { outcome: "refused", error };
  if (person && person !== data.user.id) {
    await endSession(data.session, clientIp);
    return { outcome: "somebody-else" };
  }
  const { data: before } = await auth.getSession();
  const { error: lost } = await auth.setSession(data.session);
  if (lost) return { outcome: "refused", error: lost };
  if (before.session) await endSession(before.session, clientIp);
  return { outcome: "signed-in", user: data.user };
}
