import { type Context, Hono } from "hono";
import { z } from "zod";
import { networkOf } from "@platen/kit";
import { audit, auditFailureLater, auditRefusedSignIn } from "../audit/audit";
import { readBody, text } from "../body";
import { AuthError, validationFailed } from "../errors";
import { redeemAuthCode } from "../oauth/flow-state";
import { hasDeviceCookie, knownDevice, rememberDevice } from "../limits/known-device";
import { passwordWeakness } from "../passwords/password-rules";
import { isUnconfirmedSignUp } from "../accounts/unconfirmed-accounts";
import {
  type Attempt,
  limitByIp,
  limitRequests,
  type Limits,
  takeDevice,
  tooManyRequests,
} from "../limits/sign-in-and-mail-limits";
import { refreshSession } from "../sessions/refresh";
import type { AuthEnv, Origin, Service } from "../service";
import { type Grant, sessionBody, startSession } from "../sessions/sessions";
import { findUserByEmail, findUserById, isBanned, type User } from "../users/users";

const passwordSchema = z.object({ email: text(), phone: text(), password: text() });
const refreshSchema = z.object({ refresh_token: text() });
const pkceSchema = z.object({ auth_code: text(), code_verifier: text() });

export function tokenRoutes(service: Service): Hono<AuthEnv> {
  const app = new Hono<AuthEnv>();

  app.post("/token", async (c) => {
    const grantType = c.req.query("grant_type");
    const origin = c.get("origin");
    const pause =
      grantType === "refresh_token" ? 0 : service.limits.token.takeFrom(origin.ipAddress);
    // Whether a device is known shows with the account's email address: see signInWithPassword.
    if (pause > 0 && !(grantType === "password" && hasDeviceCookie(c)))
      throw tooManyRequests(pause);
    switch (grantType) {
      case "password":
        return c.json(await signInWithPassword(service, c, pause));
      case "refresh_token":
        return c.json(await sessionBody(service, await refresh(service, c.req.raw, origin)));
      case "pkce": {
        const body = await readBody(c.req.raw, pkceSchema);
        const { grant, providerTokens } = await exchangeCode(service, body, origin).catch(
          (error: unknown) => {
            if (error instanceof AuthError) {
              auditRefusedSignIn(service, { ipAddress: origin.ipAddress, error });
            }
            throw error;
          },
        );
        rememberDevice(service, c, grant.user);
        return c.json({ ...(await sessionBody(service, grant)), ...providerTokens });
      }
      case "id_token":
        throw new AuthError(400, "provider_disabled", 'Provider (issuer "") is not enabled');
      case "web3":
        throw new AuthError(422, "web3_provider_disabled", "Web3 provider is disabled");
      default:
        throw new AuthError(400, "invalid_credentials", "unsupported_grant_type");
    }
  });

  return app;
}

/**
 * Only refused refreshes count by IP address: clients drop a session whose refresh is refused, so
 * users in one office whose tokens expire together would be signed out. Each session has its own
 * limit.
 */
async function refresh(service: Service, request: Request, origin: Origin): Promise<Grant> {
  try {
    const { refresh_token } = await readBody(request, refreshSchema);
    return await refreshSession(service, refresh_token, origin);
  } catch (error) {
    if (error instanceof AuthError) limitByIp(service.limits.token, origin.ipAddress);
    throw error;
  }
}

/**
 * @param pause seconds until the visitor's network may send the next request, for all but known
 *   devices
 */
async function signInWithPassword(service: Service, c: Context<AuthEnv>, pause: number) {
  const { database, hashing, limits, now } = service;
  const origin = c.get("origin");
  const { email: typedEmail, phone, password } = await readBody(c.req.raw, passwordSchema);
  const email = typedEmail.toLowerCase();
  const known = await knownDevice(service, c, email);
  const device = takeKnownDevice(limits, known, { email, ...origin });
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

  const requester = { ipAddress: origin.ipAddress, account: email, known: device !== null };
  const attempt = device ?? takePasswordAttempt(limits, email, origin);
  const { account: user, matches } = await hashing
    .check(password, requester, async () => {
      const found = await findUserByEmail(database, email);
      await limitTriesOfAccount(service, attempt, found, origin);
      // Anyone can sign up with anyone's email address: a sign-in with that password must get the
      // response, after the same time, of a wrong password for an address that has an account.
      const draft = await isUnconfirmedSignUp(database, found?.id ?? null);
      return found && draft ? { ...found, encrypted_password: null } : found;
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
      auditFailureLater(service, user, "login_failed", { ipAddress: origin.ipAddress, error });
    return error;
  };
  if (!user || !matches) throw refused(invalidCredentials());
  attempt.giveBack();
  // Only now: a ban must not reveal to a stranger that an account exists.
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
      ipAddress: origin.ipAddress,
      now: now(),
      traits: { provider: "email" },
    });
    return startSession(service, db, user.id, "password", origin);
  });
  rememberDevice(service, c, grant.user);
  const owner = { email, metadata: user.raw_user_meta_data };
  const weakness = await passwordWeakness(service.options, password, owner);
  return sessionBody(service, grant, weakness ?? undefined);
}

const invalidCredentials = () =>
  new AuthError(400, "invalid_credentials", "Invalid login credentials");

/** An attempt at a password, and the seconds until strangers have one at this account again. */
interface PasswordAttempt extends Attempt {
  pause: number;
}

/**
 * Takes an attempt of a known device, and a sign-in of the account and a password of the network by
 * one: right passwords cost as much as wrong ones, but the device's attempts are given back.
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
  { ipAddress }: Origin,
): PasswordAttempt {
  const here = `${email} ${networkOf(ipAddress)}`;
  limitRequests(limits.passwordFromAddress, here);
  const pause = limits.password.take(email);
  return {
    pause,
    giveBack() {
      limits.passwordFromAddress.giveBack(here);
      if (pause === 0) limits.password.giveBack(email);
    },
  };
}

/**
 * Throws 429 when everyone together has tried this account too often. IP addresses from which the
 * user is signed in are exempt, because otherwise anyone could lock out a user whose client passes
 * no cookies on.
 */
async function limitTriesOfAccount(
  { database }: Service,
  { pause }: PasswordAttempt,
  user: User | undefined,
  { ipAddress }: Origin,
): Promise<void> {
  if (pause === 0) return;
  const known = await database.query(
    "select from auth.sessions where user_id = $1 and ip = $2 limit 1",
    [user?.id ?? null, ipAddress],
  );
  if (known.length === 0) throw tooManyRequests(pause);
}

function exchangeCode(
  service: Service,
  { auth_code, code_verifier }: z.infer<typeof pkceSchema>,
  origin: Origin,
) {
  if (auth_code === "" || code_verifier === "") {
    throw validationFailed("invalid request: both auth code and code verifier should be non-empty");
  }
  return service.database.transaction(async (db) => {
    const now = service.now();
    const redeemed = await redeemAuthCode(db, auth_code, code_verifier, now);
    const { userId, method, signedInAt, providerTokens } = redeemed;
    const user = await findUserById(db, userId);
    if (!user) throw new AuthError(404, "user_not_found", "User not found");
    if (isBanned(user, now)) {
      throw new AuthError(400, "user_banned", "User is banned", { account: user });
    }
    await audit(db, user, "login", {
      ipAddress: origin.ipAddress,
      now,
      traits: { provider_type: method },
    });
    const grant = await startSession(service, db, userId, method, origin, signedInAt);
    return { grant, providerTokens };
  });
}
