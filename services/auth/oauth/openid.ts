import { createRemoteJWKSet, customFetch, jwtVerify } from "jose";
import { z } from "zod";
import { safeEqual } from "@platen/kit";
import {
  exchangeCode,
  fetchJson,
  fetchProvider,
  providerFailed,
  type ProviderTokens,
  s256,
  shortTexts,
} from "./exchange";
import type { Handshake, Provider, ProviderOptions } from "./provider";

const discoverySchema = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  userinfo_endpoint: z.url().optional(),
  jwks_uri: z.url(),
  token_endpoint_auth_methods_supported: z.array(z.string()).default(["client_secret_basic"]),
});

const claimsSchema = z.looseObject({
  // ASCII, by OpenID Connect Core, section 2: Postgres cannot store every string.
  sub: z.string().regex(/^[ -~]{1,255}$/),
  email: z.string().optional(),
  auth_time: z.number().nonnegative().optional(),
  // Some providers send it as a string.
  email_verified: z.union([z.boolean(), z.literal("true"), z.literal("false")]).optional(),
});

type Claims = z.infer<typeof claimsSchema>;

/**
 * Only what a public key verifies: a token signed with a shared secret could come from anyone who
 * knows it.
 */
const algorithms = ["RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "ES512", "EdDSA"];

const knownFor = 3_600_000;

/**
 * A provider of OpenID Connect, identified only by its issuer: the rest is in its discovery
 * document.
 */
export function createOpenIdProvider(
  { name, issuer, clientId, clientSecret }: Extract<ProviderOptions, { kind: "oidc" }>,
  now: () => Date,
): Provider {
  let known: { at: number; endpoints: ReturnType<typeof discover> } | null = null;

  function endpoints() {
    if (!known || now().getTime() > known.at + knownFor) {
      const asked = { at: now().getTime(), endpoints: discover(issuer) };
      known = asked;
      // A failure is not cached: the next visitor's request retries.
      asked.endpoints.catch(() => {
        if (known === asked) known = null;
      });
    }
    return known.endpoints;
  }

  async function verifiedClaims(tokens: ProviderTokens, { verifier }: Handshake) {
    const { discovery, keys } = await endpoints();
    if (!tokens.id_token) throw providerFailed("The external provider sent no id_token");
    try {
      const { payload } = await jwtVerify(tokens.id_token, keys, {
        issuer: discovery.issuer,
        audience: clientId,
        algorithms,
        requiredClaims: ["sub", "exp", "iat", "nonce"],
        clockTolerance: 60,
        currentDate: now(),
      });
      if (typeof payload.nonce !== "string" || !safeEqual(payload.nonce, nonceOf(verifier))) {
        throw new Error("The id_token belongs to another sign-in.");
      }
      if (payload.azp !== undefined && payload.azp !== clientId) {
        throw new Error("The id_token was made for another client.");
      }
      return claimsSchema.parse(payload);
    } catch (cause) {
      throw providerFailed("The id_token of the external provider is not valid", cause);
    }
  }

  /** Some providers put the email address only into their userinfo. */
  async function withEmail(claims: Claims, accessToken: string): Promise<Claims> {
    const { discovery } = await endpoints();
    if (claims.email !== undefined || !discovery.userinfo_endpoint) return claims;
    const failure = "Error getting user email from external provider";
    const userInfo = await fetchJson(claimsSchema, discovery.userinfo_endpoint, failure, {
      headers: { Authorization: `Bearer ${accessToken}` },
    });
    if (userInfo.sub !== claims.sub) throw providerFailed(failure);
    return { ...claims, ...userInfo };
  }

  /**
   * By `auth_time`, which a provider must send where `max_age` was requested (OpenID Connect Core,
   * section 2). Without it the sign-in is of unknown age and not a fresh one: someone who finds
   * a browser left open can take `max_age` out of the URL.
   */
  function signInTimeOf({ auth_time: seconds }: Claims): Date | null {
    // It knows neither `max_age` nor `prompt=login`.
    if (name === "google") return null;
    return new Date(Math.min((seconds ?? 0) * 1000, now().getTime()));
  }

  return {
    name,
    async authorizationUrl({ redirectUri, verifier, state, scopes, wishes }) {
      const { discovery } = await endpoints();
      const target = new URL(discovery.authorization_endpoint);
      const fields = {
        ...wishes,
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: "code",
        scope: [...new Set(["openid", "email", "profile", ...scopes])].join(" "),
        state,
        nonce: nonceOf(verifier),
        code_challenge: s256(verifier),
        code_challenge_method: "S256",
      };
      for (const [field, value] of Object.entries(fields)) target.searchParams.set(field, value);
      return target;
    },
    async redeem(code, handshake) {
      const { discovery } = await endpoints();
      const basic = discovery.token_endpoint_auth_methods_supported.includes("client_secret_basic");
      const tokens = await exchangeCode(
        discovery.token_endpoint,
        {
          code,
          redirect_uri: handshake.redirectUri,
          code_verifier: handshake.verifier,
          ...(!basic && { client_id: clientId, client_secret: clientSecret }),
        },
        basic ? { Authorization: basicCredentials(clientId, clientSecret) } : {},
      );
      const verified = await verifiedClaims(tokens, handshake);
      const claims = await withEmail(verified, tokens.access_token);
      return {
        subject: claims.sub,
        email: claims.email ?? null,
        emailVerified: claims.email_verified === true || claims.email_verified === "true",
        // From the signed token alone: what the user endpoint adds has no signature.
        signedInAt: signInTimeOf(verified),
        claims: shortTexts({
          iss: discovery.issuer,
          provider_id: claims.sub,
          name: claims.name,
          full_name: claims.name,
          preferred_username: claims.preferred_username,
          picture: claims.picture,
          avatar_url: claims.picture,
        }),
        accessToken: tokens.access_token,
        refreshToken: tokens.refresh_token ?? null,
      };
    },
  };
}

/**
 * Derived, so that the verifier is the only secret to store: the nonce, visible in the browser,
 * does not reveal it.
 */
const nonceOf = (verifier: string) => s256(`nonce ${verifier}`);

async function discover(issuer: string) {
  const failure = "The external provider does not respond";
  const url = `${issuer.replace(/\/+$/, "")}/.well-known/openid-configuration`;
  const discovery = await fetchJson(discoverySchema, url, failure);
  // Otherwise one provider could impersonate another (OpenID Connect Discovery, section 4.3).
  if (discovery.issuer.replace(/\/+$/, "") !== issuer.replace(/\/+$/, "")) {
    throw providerFailed(failure, new Error(`${url} names the issuer ${discovery.issuer}`));
  }
  const keys = createRemoteJWKSet(new URL(discovery.jwks_uri), { [customFetch]: fetchProvider });
  return { discovery, keys };
}

/** RFC 6749, section 2.3.1: both halves are form-encoded before they are joined. */
function basicCredentials(clientId: string, clientSecret: string): string {
  const encode = (value: string) => encodeURIComponent(value).replaceAll("%20", "+");
  return `Basic ${Buffer.from(`${encode(clientId)}:${encode(clientSecret)}`).toString("base64")}`;
}
