import type { Session as Tokens } from "@supabase/supabase-js";
import type { Session } from "~/account/session/session.server";
import { authService } from "@domain/auth-service/auth-service.server";

/**
 * Ends a session that another has replaced: otherwise it would stay in the user's list of devices
 * permanently.
 */
export async function endReplacedSession(
  { access_token }: Tokens,
  clientIp: string,
): Promise<void> {
  await authService(clientIp).admin.signOut(access_token, "local");
}

/**
 * Signs a user in, and then ends the session that this browser had before, even if it still owed
 * its second factor: its cookie is overwritten, so that it could no longer be ended from here.
 *
 * @param signIn returns the auth service's own response; one without a session leaves the previous
 * session alone
 */
export async function replacingSession<Result extends { data: { session: Tokens | null } }>(
  { auth, clientIp }: Session,
  signIn: () => Promise<Result>,
): Promise<Result> {
  const { data: before } = await auth.getSession();
  const result = await signIn();
  if (before.session && result.data.session) await endReplacedSession(before.session, clientIp);
  return result;
}
