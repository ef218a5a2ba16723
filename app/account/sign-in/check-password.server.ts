import { createClient } from "@supabase/supabase-js";
import { environment } from "@domain/environment.server";
import { NoRealtime } from "@domain/auth-service/no-realtime.server";
import { forwardingHeaders, visitorsKey } from "@domain/auth-service/forwarding-headers.server";
import type { ServiceError } from "@domain/auth-service/auth-error-messages";
import type { Session } from "~/account/session/session.server";

/** The refusal where the email address is certain, and only the password can be wrong. */
export const wrongPassword: ServiceError = {
  name: "AuthApiError",
  code: "current_password_invalid",
  message: "",
};

/**
 * Whether this is the user's password, tested by a sign-in that is dropped immediately: the
 * service's own check of the current password is off in hosted projects by default.
 *
 * @returns null when it is, else why not, including too many guesses
 */
export async function checkPassword(
  { clientIp, fetch }: Session,
  email: string,
  password: string,
): Promise<ServiceError | null> {
  const { auth } = createClient(environment.SUPABASE_URL, visitorsKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: forwardingHeaders(clientIp), fetch },
    realtime: { transport: NoRealtime },
  });
  if (!password) return wrongPassword;
  const { error } = await auth.signInWithPassword({ email, password });
  if (error) return error.code === "invalid_credentials" ? wrongPassword : error;
  await auth.signOut({ scope: "local" });
  return null;
}
