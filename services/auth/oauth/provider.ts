import type { Metadata } from "../body";
import { createGitHub } from "./github";
import { createOpenIdProvider } from "./openid";

/** A place where people already have an account, and our registration there. */
export type ProviderOptions =
  | {
      kind: "oidc";
      /** What clients ask for: `signInWithOAuth({ provider: name })`. */
      name: string;
      /** The address under which `/.well-known/openid-configuration` lies. */
      issuer: string;
      clientId: string;
      clientSecret: string;
    }
  | {
      kind: "github";
      clientId: string;
      clientSecret: string;
      /** A GitHub Enterprise server; github.com by default. */
      url?: string;
    };

/** What one sign-in at a provider is bound to, from its first redirect to the last. */
export interface Handshake {
  redirectUri: string;
  /** The secret of RFC 7636 that only we know: a stolen code is worth nothing without it. */
  verifier: string;
}

export interface AuthorizationRequest extends Handshake {
  state: string;
  /** Scopes that the client wants besides those that tell who the person is. */
  scopes: readonly string[];
  /** Wishes of the client such as `prompt` or `login_hint`. */
  wishes: Readonly<Record<string, string>>;
}

/** Who the provider says has signed in. */
export interface ProviderAccount {
  /** The provider's own, unchanging name for the account. */
  subject: string;
  email: string | null;
  /** Whether the provider has seen that the address is the person's. */
  emailVerified: boolean;
  /** What else it tells, for `identity_data` and the metadata of a new account. */
  claims: Metadata;
  accessToken: string;
  refreshToken: string | null;
}

export interface Provider {
  name: string;
  /** Where the browser goes. Throws 502 when the provider does not answer. */
  authorizationUrl(request: AuthorizationRequest): Promise<URL>;
  /** Exchanges the code that the browser brought back. Throws 502 when the provider refuses or does not answer. */
  redeem(code: string, handshake: Handshake): Promise<ProviderAccount>;
}

/** The configured providers by name. */
export function createProviders(
  options: readonly ProviderOptions[],
  now: () => Date,
): ReadonlyMap<string, Provider> {
  const providers = options.map((each) =>
    each.kind === "github" ? createGitHub(each) : createOpenIdProvider(each, now),
  );
  return new Map(providers.map((provider) => [provider.name, provider]));
}

/** The providers that the hosted service knows: asking for another one is a different mistake. */
export const hostedProviders = [
  ...["apple", "azure", "bitbucket", "discord", "facebook", "figma", "fly", "github", "gitlab"],
  ...["google", "kakao", "keycloak", "linkedin", "linkedin_oidc", "notion", "slack", "slack_oidc"],
  ...["snapchat", "spotify", "twitch", "twitter", "workos", "x", "zoom"],
];
