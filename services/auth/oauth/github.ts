import { z } from "zod";
import { exchangeCode, fetchJson, s256, shortTexts } from "./exchange";
import type { Provider, ProviderOptions } from "./provider";

const userSchema = z.object({
  id: z.number().int(),
  login: z.string(),
  name: z.string().nullish(),
  avatar_url: z.string().nullish(),
});

const emailsSchema = z.array(
  z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }),
);

/** GitHub, which speaks OAuth 2 but not OpenID Connect: its API identifies the user. */
export function createGitHub({
  clientId,
  clientSecret,
  url,
}: Extract<ProviderOptions, { kind: "github" }>): Provider {
  const site = (url ?? "https://github.com").replace(/\/+$/, "");
  const api = url === undefined ? "https://api.github.com" : `${site}/api/v3`;

  return {
    name: "github",
    async authorizationUrl({ redirectUri, verifier, state, scopes, wishes }) {
      const target = new URL(`${site}/login/oauth/authorize`);
      target.search = new URLSearchParams({
        ...wishes,
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: "code",
        scope: [...new Set(["user:email", ...scopes])].join(" "),
        state,
        code_challenge: s256(verifier),
        code_challenge_method: "S256",
      }).toString();
      return target;
    },
    async redeem(code, { redirectUri, verifier }) {
      const tokens = await exchangeCode(`${site}/login/oauth/access_token`, {
        code,
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      });
      const ask = <T>(schema: z.ZodType<T>, path: string, failure: string) =>
        fetchJson(schema, `${api}${path}`, failure, {
          headers: { Authorization: `Bearer ${tokens.access_token}` },
        });
      const [user, emails] = await Promise.all([
        ask(userSchema, "/user", "Error getting user profile from external provider"),
        ask(emailsSchema, "/user/emails", "Error getting user email from external provider"),
      ]);
      const primary = emails.find((each) => each.primary);
      const subject = String(user.id);
      return {
        subject,
        signedInAt: null,
        email: primary?.email ?? null,
        emailVerified: primary?.verified ?? false,
        claims: shortTexts({
          iss: api,
          provider_id: subject,
          name: user.name,
          full_name: user.name,
          user_name: user.login,
          preferred_username: user.login,
          avatar_url: user.avatar_url,
        }),
        accessToken: tokens.access_token,
        refreshToken: tokens.refresh_token ?? null,
      };
    },
  };
}
