import { Hono } from "hono";
import { z } from "zod";
import { addressBlock } from "../address";
import { audit, auditFailureLater, auditRefusedSignIn } from "../audit";
import { readBody, text } from "../body";
import { AuthError, validationFailed } from "../errors";
import { redeemAuthCode } from "../flow-state";
import { passwordMatches, passwordWeakness } from "../password";
import { limitAddress, tooManyRequests } from "../rate-limit";
import { refreshSession } from "../refresh";
import type { AuthEnv, Origin, Service } from "../service";
import { type Grant, sessionBody, startSession } from "../sessions";
import { findUserByEmail, findUserById, isBanned, type User } from "../users";

const passwordShape = z.object({ email: text(), phone: text(), password: text() });
const refreshShape = z.object({ refresh_token: text() });
const pkceShape = z.object({ auth_code: text(), code_verifier: text() });

export function tokenRoutes(service: Service): Hono<AuthEnv> {
  const app = new Hono<AuthEnv>();

  app.post("/token", async (c) => {
    const grantType = c.req.query("grant_type");
    const origin = c.get("origin");
    if (grantType !== "refresh_token") limitAddress(service.limits.token, origin.address);
    switch (grantType) {
      case "password":
        return c.json(await signInWithPassword(service, c.req.raw, origin));
      case "refresh_token":
        return c.json(await sessionBody(service, await refresh(service, c.req.raw, origin)));
      case "pkce": {
        const body = await readBody(c.req.raw, pkceShape);
        return c.json(
          await exchangeCode(service, body, origin).catch((error: unknown) => {
            if (error instanceof AuthError) {
              auditRefusedSignIn(service, { address: origin.address, error });
            }
            throw error;
          }),
        );
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
 * Only refused refreshes count by address: clients drop a session whose refresh is refused, so that an office of people
 * whose tokens expire together would be signed out. Those of one session have a limit of their own.
 */
async function refresh(service: Service, request: Request, origin: Origin): Promise<Grant> {
  try {
    const { refresh_token } = await readBody(request, refreshShape);
    return await refreshSession(service, refresh_token, origin);
  } catch (error) {
    if (error instanceof AuthError) limitAddress(service.limits.token, origin.address);
    throw error;
  }
}

async function signInWithPassword(service: Service, request: Request, origin: Origin) {
  const { database, now } = service;
  const { email: typed, phone, password } = await readBody(request, passwordShape);
  if (typed !== "" && phone !== "") {
    throw validationFailed("Only an email address or phone number should be provided on login.");
  }
  if (phone !== "") {
    throw new AuthError(422, "phone_provider_disabled", "Phone logins are disabled");
  }
  if (typed === "") throw validationFailed("missing email or phone");
  const email = typed.toLowerCase();
  // No account has such an address, and the limits must not remember a megabyte each.
  if (email.length > 255) throw invalidCredentials();

  const user = await findUserByEmail(database, email);
  const attempt = await takeAttempt(service, email, user, origin);
  const matches = await passwordMatches(password, user?.encrypted_password);
  const refused = (error: AuthError) => {
    if (user) auditFailureLater(service, user, "login_failed", { address: origin.address, error });
    return error;
  };
  if (!user || !matches) throw refused(invalidCredentials());
  attempt.giveBack();
  // Only now: a stranger is not told that an account exists by hearing that it is banned.
  if (isBanned(user, now())) throw refused(new AuthError(400, "user_banned", "User is banned"));
  if (!user.email_confirmed_at) {
    throw refused(new AuthError(400, "email_not_confirmed", "Email not confirmed"));
  }
  const grant = await database.transaction(async (db): Promise<Grant> => {
    // While the hash was computed the password may have been changed, which ended all sessions that knew the old one.
    const latest = await findUserById(db, user.id);
    if (latest?.encrypted_password !== user.encrypted_password) throw invalidCredentials();
    await audit(db, user, "login", {
      address: origin.address,
      now: now(),
      traits: { provider: "email" },
    });
    return startSession(service, db, user.id, "password", origin);
  });
  return sessionBody(service, grant, passwordWeakness(password, email) ?? undefined);
}

const invalidCredentials = () =>
  new AuthError(400, "invalid_credentials", "Invalid login credentials");

/**
 * Counts an attempt before its password is looked at, so that a hundred at once are a hundred. Throws 429 when one
 * address has tried this account too often, or everybody together has; then only addresses that the person is signed
 * in from may go on, for else anyone could lock anyone out.
 */
async function takeAttempt(
  { limits, database }: Service,
  email: string,
  user: User | undefined,
  { address }: Origin,
): Promise<{ giveBack(): void }> {
  const here = `${email} ${addressBlock(address)}`;
  const wait = limits.passwordFromAddress.take(here);
  if (wait > 0) throw tooManyRequests(wait);
  const pause = limits.password.take(email);
  if (pause > 0) {
    const known = await database.query(
      "select from auth.sessions where user_id = $1 and ip = $2 limit 1",
      [user?.id ?? null, address],
    );
    if (known.length === 0) throw tooManyRequests(pause);
  }
  return {
    giveBack() {
      limits.passwordFromAddress.giveBack(here);
      if (pause === 0) limits.password.giveBack(email);
    },
  };
}

async function exchangeCode(
  service: Service,
  { auth_code, code_verifier }: z.infer<typeof pkceShape>,
  origin: Origin,
) {
  if (auth_code === "" || code_verifier === "") {
    throw validationFailed("invalid request: both auth code and code verifier should be non-empty");
  }
  const { grant, providerTokens } = await service.database.transaction(async (db) => {
    const now = service.now();
    const { userId, method, providerTokens } = await redeemAuthCode(
      db,
      auth_code,
      code_verifier,
      now,
    );
    const user = await findUserById(db, userId);
    if (!user) throw new AuthError(404, "user_not_found", "User not found");
    if (isBanned(user, now)) {
      throw new AuthError(400, "user_banned", "User is banned", { account: user });
    }
    await audit(db, user, "login", {
      address: origin.address,
      now,
      traits: { provider_type: method },
    });
    return { grant: await startSession(service, db, userId, method, origin), providerTokens };
  });
  return { ...(await sessionBody(service, grant)), ...providerTokens };
}
