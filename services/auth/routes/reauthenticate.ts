import { Hono } from "hono";
import { audit } from "../audit/audit";
import { requireCaller } from "../sessions/authentication";
import { issueOneTimeToken } from "../mail/confirmations";
import { AuthError, validationFailed } from "../errors";
import type { AuthEnv, Service } from "../service";

/**
 * Mails a code that proves, when sent with a new password, that the user still has access to their
 * mail.
 */
export function reauthenticateRoutes(service: Service): Hono<AuthEnv> {
  const { database, delivery, options, now } = service;
  const app = new Hono<AuthEnv>();

  app.get("/reauthenticate", async (c) => {
    const { user } = await requireCaller(service, c);
    const { email } = user;
    if (!email) {
      throw validationFailed(
        "Reauthentication requires the user to have an email or a phone number",
      );
    }
    if (!user.email_confirmed_at) {
      throw new AuthError(422, "email_not_confirmed", "Please verify your email first.");
    }
    const { ipAddress } = c.get("client");
    const admission = delivery.admit("reauthentication", email, {
      ipAddress,
      account: email,
      known: true,
    });
    const dispatch = await database.transaction(async (db) => {
      await audit(db, user, "user_reauthenticate_requested", { ipAddress, now: now() });
      const leavesAt = admission.reserve();
      const sending = { ...service, now: () => leavesAt ?? now() };
      const token = await issueOneTimeToken(sending, db, {
        userId: user.id,
        type: "reauthentication_token",
        email,
        pkce: false,
      });
      const { siteUrl: redirectTo } = options;
      return delivery.write(db, "reauthentication", { to: email, ...token, redirectTo, leavesAt });
    });
    dispatch();
    return c.json({});
  });

  return app;
}
