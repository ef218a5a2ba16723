import { Hono } from "hono";
import { z } from "zod";
import { createAccount, mergeMetadata } from "../accounts/accounts";
import { requireUser } from "../users/require-user";
import { administrator, audit } from "../audit/audit";
import { metadata, readBody, text } from "../body";
import { issueOneTimeToken } from "../mail/confirmations";
import { emailExists } from "../accounts/email-change";
import { requireEmail } from "../users/email-and-phone";
import { clearUnconfirmedSignUp } from "../accounts/unconfirmed-accounts";
import { chooseRedirect } from "../redirects/redirects";
import type { AuthEnv, Service } from "../service";
import { findUserByEmail, userBody } from "../users/users";

const inviteShape = z.object({ email: text(), data: metadata() });

/** Creates an account without a password, and mails its link to its owner. For administrators. */
export function inviteRoutes(service: Service): Hono<AuthEnv> {
  const { database, delivery, options } = service;
  const app = new Hono<AuthEnv>();

  app.post("/invite", async (c) => {
    const body = await readBody(c.req.raw, inviteShape);
    const email = requireEmail(body.email);
    delivery.requireMailer();
    const redirectTo = chooseRedirect(options, c.req.query("redirect_to"), c.req.header("referer"));
    const { user, dispatch } = await database.transaction(async (db) => {
      const now = service.now();
      const existing = await findUserByEmail(db, email);
      if (existing?.email_confirmed_at) throw emailExists();
      const id =
        existing?.id ??
        (await createAccount(
          db,
          { email, passwordHash: null, userMetadata: body.data ?? {} },
          now,
        ));
      // From now on the account is the administrator's, and anyone else's data from a sign-up is
      // discarded.
      if (existing && (await clearUnconfirmedSignUp(db, existing, {}, now))) {
        await mergeMetadata(db, await requireUser(db, id), "user", body.data ?? {}, now);
      }
      await db.query("update auth.users set invited_at = $2 where id = $1", [id, now]);
      const { ipAddress } = c.get("client");
      const traits = { user_id: id, user_email: email };
      await audit(db, administrator, "user_invited", { ipAddress, now, traits });
      const token = await issueOneTimeToken(service, db, {
        userId: id,
        type: "confirmation_token",
        email,
        pkce: false,
      });
      return {
        user: await requireUser(db, id),
        dispatch: await delivery.write(db, "invite", { to: email, ...token, redirectTo }),
      };
    });
    dispatch();
    return c.json(userBody(user));
  });

  return app;
}
