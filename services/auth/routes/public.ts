import { Hono } from "hono";
import { requireCaller } from "../sessions/authentication";
import { AuthError } from "../errors";
import { hostedProviders } from "../oauth/providers";
import type { AuthEnv, Service } from "../service";

/** Public information: health, settings, and the keys that verify tokens. */
export function publicRoutes(service: Service): Hono<AuthEnv> {
  const { options, keys, delivery, providers } = service;
  const app = new Hono<AuthEnv>();

  app.get("/health", (c) =>
    c.json({ version: "embedded", name: "GoTrue", description: "Embedded authentication service" }),
  );

  app.get("/settings", (c) =>
    c.json({
      external: {
        ...Object.fromEntries(hostedProviders.map((name) => [name, false])),
        ...Object.fromEntries([...providers.keys()].map((name) => [name, true])),
        email: true,
        phone: false,
        anonymous_users: options.anonymousSignIns,
      },
      disable_signup: options.signupDisabled,
      mailer_autoconfirm: delivery.autoconfirm,
      phone_autoconfirm: false,
      sms_provider: "",
      saml_enabled: false,
      saml_private_key_next_configured: false,
      passkeys_enabled: false,
    }),
  );

  app.get("/.well-known/jwks.json", (c) =>
    c.json(keys.jwks(), 200, { "Cache-Control": "public, max-age=600" }),
  );

  for (const [path, code, message] of missing) {
    app.all(path, async (c) => {
      if (path.startsWith("/user/")) await requireCaller(service, c);
      throw new AuthError(404, code, message);
    });
  }

  return app;
}

/**
 * Features of the hosted service that this one lacks, refused with the message of a project that
 * has them turned off.
 */
const missing = [
  ["/user/identities/*", "manual_linking_disabled", "Manual linking is disabled"],
  ["/sso/*", "saml_provider_disabled", "SAML 2.0 is disabled"],
  ["/passkeys/*", "passkey_disabled", "Passkeys are disabled"],
  ["/admin/users/:id/passkeys/*", "passkey_disabled", "Passkeys are disabled"],
  ["/user/oauth/*", "feature_disabled", "OAuth server is disabled"],
  ["/oauth/*", "feature_disabled", "OAuth server is disabled"],
  ["/admin/oauth/*", "feature_disabled", "OAuth server is disabled"],
  ["/admin/custom-providers/*", "feature_disabled", "Custom OAuth providers are disabled"],
  ["/scim/*", "feature_disabled", "SCIM server is disabled"],
] as const;
