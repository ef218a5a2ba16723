import { redirect } from "@remix-run/node";
import { isAuthRetryableFetchError } from "@supabase/supabase-js";
import { Secret, TOTP } from "otpauth";
import { serviceUnavailable } from "~/resilience/service-unavailable.server";
import { drawQrCode, type QrCode } from "./qr-code.server";
import { dropRecoveryCodes, makeRecoveryCodes } from "./recovery-codes.server";
import type { ServiceError } from "~/account/sign-in/auth-error-messages";
import type { Session } from "~/account/session/session.server";

/** An authenticator of a user, in use. */
export interface Authenticator {
  id: string;
  name: string;
  addedAt: string;
}

/**
 * The user's authenticators in use, oldest first. Throws a redirect to /login when the session has
 * ended, and a 503 Response when the service does not respond: a failure must not look like a user
 * without authenticators.
 */
export async function authenticatorsOf({ auth }: Pick<Session, "auth">): Promise<Authenticator[]> {
  const { data, error } = await auth.mfa.listFactors();
  if (error)
    throw isAuthRetryableFetchError(error) ? serviceUnavailable("auth", error) : redirect("/login");
  return data.totp
    .map(({ id, friendly_name, created_at }) => ({
      id,
      name: friendly_name || "Authenticator",
      addedAt: created_at,
    }))
    .sort((one, other) => one.addedAt.localeCompare(other.addedAt));
}

/** The same, but null while the service does not respond: for pages that only display them. */
export async function authenticatorsIfKnown(
  session: Pick<Session, "auth">,
): Promise<Authenticator[] | null> {
  try {
    return await authenticatorsOf(session);
  } catch (thrown) {
    if (thrown instanceof Response && thrown.status === 503) return null;
    throw thrown;
  }
}

/** What a user needs to connect an authenticator that has been started. */
export interface Enrolment {
  factorId: string;
  name: string;
  /** Base32, for typing. */
  secret: string;
  qrCode: QrCode;
}

/**
 * Starts to connect an authenticator. It takes effect with its first code ({@link
 * finishAuthenticator}), and is dropped without one. An earlier start of the same name is replaced.
 */
export async function beginAuthenticator(
  auth: Session["auth"],
  name: string,
): Promise<Enrolment | { error: ServiceError }> {
  const { data: known } = await auth.mfa.listFactors();
  const begun = known?.all.find(
    ({ friendly_name, status }) => status === "unverified" && (friendly_name ?? "") === name,
  );
  if (begun) await auth.mfa.unenroll({ factorId: begun.id });
  const { data, error } = await auth.mfa.enroll({ factorType: "totp", friendlyName: name });
  if (error) return { error };
  const { secret, uri } = data.totp;
  return { factorId: data.id, name, secret, qrCode: drawQrCode(uri) };
}

/**
 * The same enrollment again, after a wrong code: the service sends the secret only once, so that
 * the form brings it back.
 */
export function enrolmentAgain(
  { factorId, name, secret }: Omit<Enrolment, "qrCode">,
  { issuer, email }: { issuer: string; email: string },
): Enrolment {
  const totp = new TOTP({ issuer, label: email, secret: Secret.fromBase32(secret) });
  return { factorId, name, secret, qrCode: drawQrCode(totp.toString()) };
}

/**
 * Activates an authenticator with its first code. The session is complete from then on; others that
 * know only the password end.
 *
 * @returns the recovery codes that come with the first authenticator, null with a further one; or
 * why not
 */
export async function finishAuthenticator(
  session: Session,
  { factorId, code }: { factorId: string; code: string },
): Promise<{ recoveryCodes: string[] | null } | { error: ServiceError }> {
  const known = await session.auth.mfa.listFactors();
  if (known.error) return { error: known.error };
  const { data, error } = await session.auth.mfa.challengeAndVerify({ factorId, code });
  if (error) return { error };
  const isFirst = known.data.totp.length === 0;
  return { recoveryCodes: isFirst ? await makeRecoveryCodes(data.user.id) : null };
}

/**
 * Removes an authenticator, and with the last one the recovery codes. Refused for a session that
 * has not given its second factor, and for another user's authenticator.
 *
 * @returns null when done, else why not
 */
export async function removeAuthenticator(
  session: Session,
  factorId: string,
): Promise<ServiceError | null> {
  const { error } = await session.auth.mfa.unenroll({ factorId });
  if (error) return error;
  if ((await authenticatorsOf(session)).length === 0) {
    const claims = await session.claims();
    if (claims) await dropRecoveryCodes(claims.sub);
  }
  // The token still claims a second factor, which may have been this authenticator.
  const refreshed = await session.auth.refreshSession();
  return refreshed.error;
}
