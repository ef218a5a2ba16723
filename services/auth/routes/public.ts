import { Hono } from "hono";
import { AuthError } from "../errors";
import { hostedProviders } from "../oauth/provider";
import type { AuthEnv, Service } from "../service";

/** What anybody may know: that the service lives, what it can do, and with which keys its tokens verify. */
export function publicRoutes({ options, keys, delivery, providers }: Service): Hono<AuthEnv> {
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
        anonymous_users: false,
      },
      disable_signup: options.signupDisabled ?? false,
      mailer_autoconfirm: delivery.autoconfirm,
      phone_autoconfirm: false,
      sms_provider: "",
      saml_enabled: false,
      passkeys_enabled: false,
    }),
  );

  app.get("/.well-known/jwks.json", (c) =>
    c.json(keys.jwks(), 200, { "Cache-Control": "public, max-age=600" }),
  );

  // What the hosted service can do and this one does not, refused in the hosted one's words.
  app.all("/user/identities/*", () => {
    throw new AuthError(404, "manual_linking_disabled", "Manual linking is disabled");
  });
  app.post("/sso", () => {
    throw new AuthError(404, "saml_provider_disabled", "SAML 2.0 is disabled");
  });

  return app;
}
