import { Secret, TOTP } from "otpauth";
import { drawQrCode, type QrCode } from "./qr-code.server";
import { activate, dropUnfinished } from "./second-factors.server";
import type { ServiceError } from "@domain/auth-service/auth-error-messages";
import type { Session } from "~/account/session/session.server";

/** What a user needs to connect an authenticator that has been started. */
export interface Enrollment {
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
): Promise<Enrollment | { error: ServiceError }> {
  await dropUnfinished(auth, name);
  const { data, error } = await auth.mfa.enroll({ factorType: "totp", friendlyName: name });
  if (error) return { error };
  const { secret, uri } = data.totp;
  return { factorId: data.id, name, secret, qrCode: drawQrCode(uri) };
}

/**
 * The same enrollment again, after a wrong code: the service sends the secret only once, so that
 * the form brings it back.
 */
export function enrollmentAgain(
  { factorId, name, secret }: Omit<Enrollment, "qrCode">,
  { issuer, email }: { issuer: string; email: string },
): Enrollment {
  const totp = new TOTP({ issuer, label: email, secret: Secret.fromBase32(secret) });
  return { factorId, name, secret, qrCode: drawQrCode(totp.toString()) };
}

/**
 * Activates an authenticator with its first code.
 *
 * @returns the recovery codes that come with the first factor, null with a further one; or why not
 */
export const finishAuthenticator = (
  session: Session,
  { factorId, code }: { factorId: string; code: string },
) =>
  activate(
    session,
    async () => (await session.auth.mfa.challengeAndVerify({ factorId, code })).error,
  );
