import type { Session as Tokens } from "@supabase/supabase-js";
import type { Session } from "~/account/session/session.server";
import { authService } from "./auth-service.server";

/** Ends a session whose place another has taken: it would else stay among the person's devices for good. */
export async function endSession({ access_token }: Tokens, clientIp: string): Promise<void> {
  await authService(clientIp).admin.signOut(access_token, "local");
}

/**
 * Signs somebody in, and then ends the session that this browser had before, also one that still owed its second factor:
 * the cookie that led to it is overwritten, so nobody could end it from here any more.
 *
 * @param signIn answers with the auth service's own answer; one without a session leaves the one of before alone
 */
export async function inPlaceOfSession<Answer extends { data: { session: Tokens | null } }>(
  { auth, clientIp }: Session,
  signIn: () => Promise<Answer>,
): Promise<Answer> {
  const { data: before } = await auth.getSession();
  const answer = await signIn();
  if (before.session && answer.data.session) await endSession(before.session, clientIp);
  return answer;
}
