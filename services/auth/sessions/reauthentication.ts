import { auditFailure } from "../audit/audit";
import { AuthError } from "../errors";
import { findOneTimeToken, hashCode } from "../mail/one-time-tokens";
import { limitRequests } from "../limits/sign-in-and-mail-limits";
import type { Service } from "../service";
import type { User } from "../users/users";

/**
 * Throws 422 unless `nonce` is the code of the user's last reauthentication mail, and 429 after too
 * many guesses.
 */
export async function requireNonce(
  service: Service,
  user: User,
  nonce: string,
  ipAddress: string,
): Promise<void> {
  const { limits, database, keys } = service;
  limitRequests(limits.mailedCode, user.id);
  const email = user.email ?? "";
  const token = await findOneTimeToken(
    service,
    database,
    ["reauthentication_token"],
    hashCode(keys.oneTimeTokenSecret, email, nonce),
    email,
  );
  if (token?.userId === user.id) return;
  const error = new AuthError(422, "reauthentication_not_valid", "Nonce has expired or is invalid");
  await auditFailure(service, database, user, "user_reauthenticate_failed", { ipAddress, error });
  throw error;
}
