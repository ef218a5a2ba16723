import { Hono } from "hono";
import { z } from "zod";
import { audit } from "../audit/audit";
import { readBody, text } from "../body";
import { issueOneTimeToken } from "../mail/confirmations";
import { validationFailed } from "../errors";
import { beginFlow, challengeFields, readChallenge } from "../oauth/flow-state";
import { requireEmail } from "../users/email-and-phone";
import { knownDevice } from "../limits/known-device";
import { limitByIp } from "../limits/sign-in-and-mail-limits";
import { chooseRedirect } from "../redirects/redirects";
import type { AuthEnv, Service } from "../service";
import { findUserByEmail } from "../users/users";

const recoverSchema = z.object({ email: text(), ...challengeFields });

/**
 * Requests a mail that lets its reader choose a new password. Responds before it checks whether
 * there is an account.
 */
export function recoverRoutes(service: Service): Hono<AuthEnv> {
  const { limits, database, delivery, options, now } = service;
  const app = new Hono<AuthEnv>();

  app.post("/recover", async (c) => {
    const { ipAddress } = c.get("client");
    limitByIp(limits.recover, ipAddress);
    const body = await readBody(c.req.raw, recoverSchema);
    if (body.email === "") throw validationFailed("Password recovery requires an email");
    const email = requireEmail(body.email);
    const challenge = readChallenge(body);
    const redirectTo = chooseRedirect(options, c.req.query("redirect_to"), c.req.header("referer"));
    const known = (await knownDevice(service, c, email)) !== null;
    const admission = delivery.admit("recovery", email, { ipAddress, account: email, known });
    delivery.inBackgroundLater("A password recovery failed.", async () => {
      const dispatch = await database.transaction(async (db) => {
        const user = await findUserByEmail(db, email);
        const leavesAt = user && admission.reserve();
        if (!leavesAt) return null;
        await audit(db, user, "user_recovery_requested", { ipAddress, now: now() });
        const flowId = challenge && (await beginFlow(db, user.id, "recovery", challenge, now()));
        const token = await issueOneTimeToken({ ...service, now: () => leavesAt }, db, {
          userId: user.id,
          type: "recovery_token",
          email,
          pkce: challenge !== null,
          flowId,
        });
        return delivery.write(db, "recovery", { to: email, ...token, redirectTo, leavesAt });
      });
      dispatch?.();
    });
    return c.json({});
  });

  return app;
}
