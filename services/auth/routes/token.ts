import { Hono } from "hono";
import { z } from "zod";
import { audit, auditRefusedSignIn } from "../audit/audit";
import { readBody, text } from "../body";
import { AuthError, validationFailed } from "../errors";
import { redeemAuthCode } from "../oauth/flow-state";
import { hasDeviceCookie, rememberDevice } from "../limits/known-device";
import { limitByIp, tooManyRequests } from "../limits/sign-in-and-mail-limits";
import { refreshSession } from "../sessions/refresh";
import type { AuthEnv, Client, Service } from "../service";
import { type Grant, sessionBody, startSession } from "../sessions/sessions";
import { signInWithPassword } from "./sign-in-with-password";
import { findUserById, isBanned } from "../users/users";

const refreshSchema = z.object({ refresh_token: text() });
const pkceSchema = z.object({ auth_code: text(), code_verifier: text() });

/** Route of `/token`, by grant type. */
export function tokenRoutes(service: Service): Hono<AuthEnv> {
  const app = new Hono<AuthEnv>();

  app.post("/token", async (c) => {
    const grantType = c.req.query("grant_type");
    const client = c.get("client");
    const pause =
      grantType === "refresh_token" ? 0 : service.limits.tokenRequests.takeFrom(client.ipAddress);
    // Whether a device is known shows with the account's email address: see signInWithPassword.
    if (pause > 0 && !(grantType === "password" && hasDeviceCookie(c)))
      throw tooManyRequests(pause);
    switch (grantType) {
      case "password":
        return c.json(await signInWithPassword(service, c, pause));
      case "refresh_token":
        return c.json(await sessionBody(service, await refresh(service, c.req.raw, client)));
      case "pkce": {
        const body = await readBody(c.req.raw, pkceSchema);
        const { grant, providerTokens } = await exchangeCode(service, body, client).catch(
          (error: unknown) => {
            if (error instanceof AuthError) {
              auditRefusedSignIn(service, { ipAddress: client.ipAddress, error });
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
async function refresh(service: Service, request: Request, client: Client): Promise<Grant> {
  try {
    const { refresh_token } = await readBody(request, refreshSchema);
    return await refreshSession(service, refresh_token, client);
  } catch (error) {
    if (error instanceof AuthError) limitByIp(service.limits.tokenRequests, client.ipAddress);
    throw error;
  }
}

function exchangeCode(
  service: Service,
  { auth_code, code_verifier }: z.infer<typeof pkceSchema>,
  client: Client,
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
      ipAddress: client.ipAddress,
      now,
      traits: { provider_type: method },
    });
    const grant = await startSession(service, db, userId, method, client, signedInAt);
    return { grant, providerTokens };
  });
}
