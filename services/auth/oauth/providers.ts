import { providerFailed } from "./exchange";
import { createGitHub } from "./github";
import { createOpenIdProvider } from "./openid";
import type { Provider, ProviderOptions } from "./provider";

/**
 * How many requests may wait for one provider: one that hung held all connections of the sign-ins
 * at the others.
 */
const maxInFlight = 64;

/** The configured providers by name. */
export function createProviders(
  options: readonly ProviderOptions[],
  now: () => Date,
): ReadonlyMap<string, Provider> {
  const providers = options.map((each) =>
    each.kind === "github" ? createGitHub(each) : createOpenIdProvider(each, now),
  );
  return new Map(providers.map((provider) => [provider.name, withMaxInFlight(provider)]));
}

/** Throws 502 instead of the request that would be one too many. */
function withMaxInFlight({ name, authorizationUrl, redeem }: Provider): Provider {
  let inFlight = 0;
  const within = async <Result>(request: () => Promise<Result>): Promise<Result> => {
    if (inFlight >= maxInFlight) throw providerFailed("The external provider is not responding");
    inFlight += 1;
    try {
      return await request();
    } finally {
      inFlight -= 1;
    }
  };
  return {
    name,
    authorizationUrl: (request) => within(() => authorizationUrl(request)),
    redeem: (code, handshake) => within(() => redeem(code, handshake)),
  };
}

/** The providers that the hosted service knows: requesting another one is a different error. */
// prettier-ignore
export const hostedProviders = [
  "apple", "azure", "bitbucket", "discord", "facebook", "figma", "fly", "github", "gitlab",
  "google", "kakao", "keycloak", "linkedin", "linkedin_oidc", "notion", "slack", "slack_oidc",
  "snapchat", "spotify", "twitch", "twitter", "workos", "x", "zoom",
];
