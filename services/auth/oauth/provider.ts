import type { Metadata } from "../users/users";

/** A provider where users already have an account, and our client registration there. */
export type ProviderOptions =
  | {
      kind: "oidc";
      /** The name in clients' requests: `signInWithOAuth({ provider: name })`. */
      name: string;
      /** The issuer URL, to which `/.well-known/openid-configuration` is appended. */
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
  /** The secret of RFC 7636 that only we have: a stolen code is useless without it. */
  verifier: string;
}

export interface AuthorizationRequest extends Handshake {
  state: string;
  /** Scopes that the client requests besides those that identify the user. */
  scopes: readonly string[];
  /** The client's parameters for the provider, such as `prompt` or `login_hint`. */
  wishes: Readonly<Record<string, string>>;
}

/** The signed-in account, according to the provider. */
export interface ProviderAccount {
  /** The provider's own, immutable id of the account. */
  subject: string;
  email: string | null;
  /** Whether the provider has verified the email address. */
  emailVerified: boolean;
  /**
   * When the user last proved their identity there, which may be long ago; null where this kind of
   * provider never says so, and its sign-ins count as of now.
   */
  signedInAt: Date | null;
  /** Its other claims, for `identity_data` and the metadata of a new account. */
  claims: Metadata;
  accessToken: string;
  refreshToken: string | null;
}

export interface Provider {
  name: string;
  /** The URL to redirect the browser to. Throws 502 when the provider is unresponsive. */
  authorizationUrl(request: AuthorizationRequest): Promise<URL>;
  /**
   * Exchanges the code that the browser returned with. Throws 502 when the provider refuses or is
   * unresponsive.
   */
  redeem(code: string, handshake: Handshake): Promise<ProviderAccount>;
}
