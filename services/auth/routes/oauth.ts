import { type Context, Hono } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { auditRefusedSignIn } from "../audit/audit";
import { readForm, requireStorable } from "../body";
import { AuthError, validationFailed } from "../errors";
import { readChallenge } from "../oauth/flow-state";
import { putError, putSession } from "../redirects/redirect-with-session";
import {
  beginOAuthFlow,
  browserSecret,
  completeOAuthFlow,
  flowSeconds,
  type OAuthFlow,
  resumeOAuthFlow,
} from "../oauth/flow";
import { findOrCreateUser } from "../accounts/link-account";
import type { Provider } from "../oauth/provider";
import { hostedProviders } from "../oauth/providers";
import { readScopes } from "../oauth/scopes";
import { limitByIp } from "../limits/sign-in-and-mail-limits";
import { chooseRedirect, isExactRedirect } from "../redirects/redirects";
import type { AuthEnv, Service } from "../service";
import { sessionBody, startSession } from "../sessions/sessions";

/** Parameters that a provider may send back, by query or by form. */
const responses = ["code", "state", "error", "error_description"];

/**
 * Our own parameters of /authorize. All others are for the provider, such as `prompt` or
 * `login_hint` (`queryParams` in auth-js), and are passed on.
 */
// prettier-ignore
const ours = new Set([
  "provider", "scopes", "redirect_to", "apikey", "invite_token", "skip_http_redirect",
  "client_id", "client_secret", "redirect_uri", "response_type", "response_mode", "scope",
  "state", "nonce", "code_challenge", "code_challenge_method", "code_verifier",
  // With these a provider reads all parameters from elsewhere (RFC 9101).
  "request", "request_uri",
]);

/** Signing in with an external account: redirect to the provider, and back. */
export function oauthRoutes(service: Service): Hono<AuthEnv> {
  const app = new Hono<AuthEnv>();
  app.get("/authorize", (c) => redirectToProvider(service, c));
  app.post("/callback", (c) => redirectToCallback(service, c));
  app.get("/callback", (c) => finishSignIn(service, c));
  return app;
}

const redirectUriOf = ({ options }: Service) => `${options.issuer}/callback`;

const cookieName = (flowId: string) => `sb-flow-${flowId}`;

function cookieOptions(service: Service) {
  const redirectUri = redirectUriOf(service);
  return {
    path: new URL(redirectUri).pathname,
    httpOnly: true,
    secure: redirectUri.startsWith("https:"),
    sameSite: "Lax",
  } as const;
}

/** Throws 400 for a redirect whose headers a proxy would refuse, with a 503 of its own. */
function requireShort(target: URL): void {
  if (target.href.length > 8_000) throw validationFailed("The parameters are too long");
}

async function redirectToProvider(service: Service, c: Context<AuthEnv>): Promise<Response> {
  const { limits, database, providers, keys, now } = service;
  limitByIp(limits.oauth, c.get("client").ipAddress);
  const provider = requireProvider(providers, c.req.query("provider") ?? "");
  const { redirectTo, challenge } = readDestination(service, c);
  const scopes = readScopes(c.req.query("scopes") ?? "");
  const wishes = Object.fromEntries(
    Object.entries(c.req.query()).filter(([name]) => !ours.has(name.toLowerCase())),
  );
  const flow = await database.transaction((db) =>
    beginOAuthFlow(db, { provider: provider.name, redirectTo, challenge }, now()),
  );
  try {
    const target = await provider.authorizationUrl({
      redirectUri: redirectUriOf(service),
      verifier: flow.verifier,
      state: flow.id,
      scopes,
      wishes,
    });
    requireShort(target);
    setCookie(c, cookieName(flow.id), browserSecret(keys.oneTimeTokenSecret, flow.id), {
      ...cookieOptions(service),
      maxAge: flowSeconds,
    });
    return c.redirect(target.href, 302);
  } catch (error) {
    return redirectError(service, c, new URL(redirectTo), error);
  }
}

/** Where the client wants to return to, and the challenge that it can meet there. */
function readDestination({ options }: Service, c: Context<AuthEnv>) {
  const challenge = readChallenge({
    code_challenge: c.req.query("code_challenge") ?? "",
    code_challenge_method: c.req.query("code_challenge_method") ?? "",
  });
  const redirectTo = chooseRedirect(options, c.req.query("redirect_to"), c.req.header("referer"));
  requireStorable(redirectTo);
  if (!isExactRedirect(options, redirectTo, challenge ? "code" : "session")) {
    throw validationFailed(
      "Signing in needs a redirect_to that the allow-list contains without a wildcard",
    );
  }
  return { redirectTo, challenge };
}

/**
 * A provider that responds with a form posts from its own site, so that the browser withholds our
 * cookie; it sends it with the GET that follows.
 */
async function redirectToCallback(service: Service, c: Context<AuthEnv>): Promise<Response> {
  limitByIp(service.limits.oauth, c.get("client").ipAddress);
  const form = await readForm(c.req.raw);
  const target = new URL(redirectUriOf(service));
  for (const name of responses) {
    const value = form.get(name);
    if (value !== null) target.searchParams.set(name, value);
  }
  requireShort(target);
  return c.redirect(target.href, 303);
}

async function finishSignIn(service: Service, c: Context<AuthEnv>): Promise<Response> {
  const { limits, database, keys, now, options } = service;
  limitByIp(limits.oauth, c.get("client").ipAddress);
  let target = new URL(options.siteUrl);
  let provider: string | undefined;
  const state = c.req.query("state") ?? "";
  try {
    const flow = await resumeOAuthFlow(
      database,
      { state, cookie: getCookie(c, cookieName(state)), secret: keys.oneTimeTokenSecret },
      now(),
    );
    target = new URL(flow.redirectTo);
    provider = flow.provider;
    deleteCookie(c, cookieName(flow.id), cookieOptions(service));
    await signIn(service, c, flow, target);
  } catch (error) {
    if (error instanceof AuthError) {
      auditRefusedSignIn(service, {
        ipAddress: c.get("client").ipAddress,
        error,
        traits: { ...(provider && { provider }) },
      });
    }
    return redirectError(service, c, target, error);
  }
  return c.redirect(target.href, 302);
}

/** Identifies the returning user and puts into `target` what the client reads there. */
async function signIn(
  service: Service,
  c: Context<AuthEnv>,
  flow: OAuthFlow,
  target: URL,
): Promise<void> {
  const { database, now } = service;
  const code = codeOf(c);
  const provider = requireProvider(service.providers, flow.provider);
  const account = await provider.redeem(code, {
    redirectUri: redirectUriOf(service),
    verifier: flow.verifier,
  });
  const client = c.get("client");
  const { accessToken, refreshToken, signedInAt } = account;
  if (flow.exchangesCode) {
    const authCode = await database.transaction(async (db) => {
      const { id: userId } = await findOrCreateUser(service, db, provider.name, account, client);
      return completeOAuthFlow(
        db,
        flow.id,
        { userId, accessToken, refreshToken, signedInAt },
        now(),
      );
    });
    target.searchParams.set("code", authCode);
    return;
  }
  const grant = await database.transaction(async (db) => {
    const { id } = await findOrCreateUser(service, db, provider.name, account, client);
    await db.query("delete from auth.flow_state where id = $1", [flow.id]);
    return startSession(service, db, id, "oauth", client, signedInAt);
  });
  putSession(target, await sessionBody(service, grant), {
    provider_token: accessToken,
    ...(refreshToken && { provider_refresh_token: refreshToken }),
  });
}

/** The code that the provider sent. Throws the error that it sent instead. */
function codeOf(c: Context<AuthEnv>): string {
  const refusal = c.req.query("error");
  if (refusal) throw new ProviderRefusal(refusal, c.req.query("error_description"));
  const code = c.req.query("code") ?? "";
  if (code !== "") return code;
  throw new AuthError(400, "bad_oauth_callback", "OAuth callback with missing authorization code");
}

/** The provider's error code for a failed sign-in, such as `access_denied`. */
class ProviderRefusal extends AuthError {
  readonly oauthName: string;

  constructor(name: string, description = "The external provider refused to sign in") {
    super(400, "bad_oauth_callback", description.slice(0, 500));
    this.oauthName = /^[a-z_]{1,60}$/.test(name) ? name : "server_error";
  }
}

function requireProvider(providers: Service["providers"], name: string): Provider {
  const provider = providers.get(name);
  if (provider) return provider;
  if (hostedProviders.includes(name)) {
    throw validationFailed("Unsupported provider: provider is not enabled");
  }
  throw validationFailed(`Unsupported provider: Provider ${name.slice(0, 60)} could not be found`);
}

function redirectError({ logger }: Service, c: Context<AuthEnv>, target: URL, error: unknown) {
  if (!(error instanceof AuthError)) throw error;
  if (error.status >= 500) {
    // Only its message: the error also holds claims with the user's email address.
    const reason = error.cause instanceof Error ? error.cause.message : undefined;
    logger.warn({ reason }, `Signing in elsewhere failed: ${error.message}.`);
  }
  putError(target, error, {
    inQuery: true,
    ...(error instanceof ProviderRefusal && { name: error.oauthName }),
  });
  return c.redirect(target.href, 302);
}
