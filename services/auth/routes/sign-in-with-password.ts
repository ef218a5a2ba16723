import type { Context } from "hono";
import { z } from "zod";
import { networkOf } from "@platen/kit";
import { isUnconfirmedSignUp } from "../accounts/unconfirmed-accounts";
import { audit, auditFailureLater } from "../audit/audit";
import { readBody, text } from "../body";
import { AuthError, validationFailed } from "../errors";
import { knownDevice, rememberDevice } from "../limits/known-device";
import {
  type Attempt,
  limitRequests,
  type Limits,
  takeDevice,
  tooManyRequests,
} from "../limits/sign-in-and-mail-limits";
import { passwordWeakness } from "../passwords/password-rules";
import type { AuthEnv, Client, Service } from "../service";
import { type Grant, sessionBody, startSession } from "../sessions/sessions";
import { findUserByEmail, findUserById, isBanned, type User } from "../users/users";

const passwordSchema = z.object({ email: text(), phone: text(), password: text() });

/**
 * The grant `password` of /token: the response is the session, with a warning when the password is
 * weak.
 *
 * @param pause seconds until the visitor's network may try again; ignored for known devices
 */
export async function signInWithPassword(service: Service, c: Context<AuthEnv>, pause: number) {
  const { database, hashing, limits, now } = service;
  const client = c.get("client");
  const { email: typedEmail, phone, password } = await readBody(c.req.raw, passwordSchema);
  const email = typedEmail.toLowerCase();
  const known = await knownDevice(service, c, email);
  const device = takeKnownDevice(limits, known, { email, ...client });
  if (pause > 0 && !device) throw tooManyRequests(pause);
  if (typedEmail !== "" && phone !== "") {
    throw validationFailed("Only an email address or phone number should be provided on login.");
  }
  if (phone !== "") {
    throw new AuthError(422, "phone_provider_disabled", "Phone logins are disabled");
  }
  if (typedEmail === "") throw validationFailed("missing email or phone");
  // No account has such an email address, and the limits must not store a megabyte each.
  if (email.length > 255) throw invalidCredentials();

  const requester = { ipAddress: client.ipAddress, account: email, known: device !== null };
  const attempt = device ?? takePasswordAttempt(limits, email, client);
  const { account: user, matches } = await hashing
    .check(password, requester, async () => {
      const found = await findUserByEmail(database, email);
      await limitAttemptsOnAccount(service, attempt, found, client);
      // Anyone can sign up with anyone's email address: a sign-in with that password must get the
      // response, after the same time, of a wrong password for an address that has an account.
      const unconfirmed = await isUnconfirmedSignUp(database, found?.id ?? null);
      return found && unconfirmed ? { ...found, encrypted_password: null } : found;
    })
    .catch((error: unknown) => {
      // The password was not checked: an attempt that was refused a turn does not count.
      attempt.giveBack();
      device?.giveBackSignIn();
      throw error;
    });
  if (!matches) device?.giveBackSignIn();
  const refused = (error: AuthError) => {
    if (user)
      auditFailureLater(service, user, "login_failed", { ipAddress: client.ipAddress, error });
    return error;
  };
  if (!user || !matches) throw refused(invalidCredentials());
  attempt.giveBack();
  // Only now: a ban must not reveal to an unauthenticated client that an account exists.
  if (isBanned(user, now())) throw refused(new AuthError(400, "user_banned", "User is banned"));
  if (!user.email_confirmed_at) {
    throw refused(new AuthError(400, "email_not_confirmed", "Email not confirmed"));
  }
  const grant = await database.transaction(async (db): Promise<Grant> => {
    // While the hash was computed the password may have been changed, which ended all sessions with
    // the old one.
    const latest = await findUserById(db, user.id);
    if (latest?.encrypted_password !== user.encrypted_password) throw invalidCredentials();
    await audit(db, user, "login", {
      ipAddress: client.ipAddress,
      now: now(),
      traits: { provider: "email" },
    });
    return startSession(service, db, user.id, "password", client);
  });
  rememberDevice(service, c, grant.user);
  const owner = { email, metadata: user.raw_user_meta_data };
  const weakness = await passwordWeakness(service.options, password, owner);
  return sessionBody(service, grant, weakness ?? undefined);
}

const invalidCredentials = () =>
  new AuthError(400, "invalid_credentials", "Invalid login credentials");

/** A password attempt, and the seconds until unknown devices may try this account again. */
interface PasswordAttempt extends Attempt {
  pause: number;
}

/**
 * Takes one from each of three budgets: the device's attempts, the account's sign-ins from known
 * devices, and the network's passwords from them. A right password costs as much processor time as
 * a wrong one, so only the device's attempt is given back for it.
 *
 * @returns null when it is unknown or has used them up: then it is limited like everyone else
 */
function takeKnownDevice(
  limits: Limits,
  device: string | null,
  { email, ipAddress }: { email: string; ipAddress: string },
) {
  const attempt = takeDevice(limits.passwordFromDevice, device, email);
  if (!attempt) return null;
  if (limits.signInFromDevice.take(email) === 0) {
    if (limits.passwordFromKnownNetwork.takeFrom(ipAddress) === 0) {
      return {
        ...attempt,
        pause: 0,
        giveBackSignIn: () => limits.signInFromDevice.giveBack(email),
      };
    }
    limits.signInFromDevice.giveBack(email);
  }
  attempt.giveBack();
  return null;
}

/**
 * Counts an attempt before its password is checked, so that a hundred at once count as a hundred.
 * Throws 429 when one IP address has tried this account too often.
 */
function takePasswordAttempt(
  limits: Limits,
  email: string,
  { ipAddress }: Client,
): PasswordAttempt {
  const accountAndNetwork = `${email} ${networkOf(ipAddress)}`;
  limitRequests(limits.passwordFromIp, accountAndNetwork);
  const pause = limits.password.take(email);
  return {
    pause,
    giveBack() {
      limits.passwordFromIp.giveBack(accountAndNetwork);
      if (pause === 0) limits.password.giveBack(email);
    },
  };
}

/**
 * Throws 429 when everyone together has tried this account too often. IP addresses from which the
 * user is signed in are exempt, because otherwise anyone could lock out a user whose client does
 * not forward cookies.
 */
async function limitAttemptsOnAccount(
  { database }: Service,
  { pause }: PasswordAttempt,
  user: User | undefined,
  { ipAddress }: Client,
): Promise<void> {
  if (pause === 0) return;
  const known = await database.query(
    "select from auth.sessions where user_id = $1 and ip = $2 limit 1",
    [user?.id ?? null, ipAddress],
  );
  if (known.length === 0) throw tooManyRequests(pause);
}
