import { createGitHub } from "./github";
import { createOpenIdProvider } from "./openid";
import type { Provider, ProviderOptions } from "./provider";

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

/** The providers that the hosted service knows: requesting another one is a different error. */
export const hostedProviders = [
  ...["apple", "azure", "bitbucket", "discord", "facebook", "figma", "fly", "github", "gitlab"],
  ...["google", "kakao", "keycloak", "linkedin", "linkedin_oidc", "notion", "slack", "slack_oidc"],
  ...["snapchat", "spotify", "twitch", "twitter", "workos", "x", "zoom"],
];
