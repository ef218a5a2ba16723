import { randomUUID } from "node:crypto";
import { type Context, Hono } from "hono";
import { z } from "zod";
import type { Transaction } from "@platen/postgres/database";
import { confirmEmail, createAccount, emailClaims } from "../accounts/accounts";
import { requireUser } from "../users/require-user";
import { audit } from "../audit/audit";
import { flag, metadata, readBody, text } from "../body";
import { issueOneTimeToken } from "../mail/confirmations";
import { AuthError, validationFailed } from "../errors";
import { beginFlow, type Challenge, challengeFields, readChallenge } from "../oauth/flow-state";
import { requireEmail } from "../users/email-and-phone";
import { knownDevice } from "../limits/known-device";
import { addPendingSignUp } from "../accounts/pending-sign-ups";
import { limitByIp } from "../limits/sign-in-and-mail-limits";
import { chooseRedirect } from "../redirects/redirects";
import type { AuthEnv, Service } from "../service";
import { findUserByEmail, type Metadata, type User } from "../users/users";

const otpSchema = z.object({
  email: text(),
  phone: text(),
  channel: text(),
  create_user: flag(true),
  data: metadata(),
  ...challengeFields,
});

/**
 * Requests a mail that signs its reader in. Responds before it checks whether there is an account.
 */
export function otpRoutes(service: Service): Hono<AuthEnv> {
  const { limits, database, delivery, options, now } = service;
  const app = new Hono<AuthEnv>();

  app.post("/otp", async (c) => {
    limitByIp(limits.otp, c.get("client").ipAddress);
    const body = await readBody(c.req.raw, otpSchema);
    if (body.email !== "" && body.phone !== "") {
      throw validationFailed("Only an email address or phone number should be provided");
    }
    if (body.email !== "" && body.channel !== "") {
      throw validationFailed("Channel should only be specified with Phone OTP");
    }
    if (body.phone !== "") {
      throw new AuthError(400, "phone_provider_disabled", "Unsupported phone provider");
    }
    if (body.email === "") throw validationFailed("One of email or phone must be set");
    return sendLink(c, body);
  });

  // The endpoint's name before there were codes to type.
  app.post("/magiclink", async (c) => {
    limitByIp(limits.otp, c.get("client").ipAddress);
    const body = await readBody(c.req.raw, otpSchema);
    if (body.email === "") {
      throw new AuthError(422, "validation_failed", "Password recovery requires an email");
    }
    return sendLink(c, { ...body, create_user: true });
  });

  async function sendLink(c: Context<AuthEnv>, body: z.infer<typeof otpSchema>) {
    const { ipAddress } = c.get("client");
    const email = requireEmail(body.email);
    const challenge = readChallenge(body);
    const redirectTo = chooseRedirect(options, c.req.query("redirect_to"), c.req.header("referer"));
    const known = (await knownDevice(service, c, email)) !== null;
    const admission = delivery.admit("recovery", email, { ipAddress, account: email, known });
    delivery.inBackgroundLater("A magic link failed.", async () => {
      const dispatch = await database.transaction(async (db) => {
        const existing = await findUserByEmail(db, email);
        if (!existing && (!body.create_user || options.signupDisabled)) return null;
        const leavesAt = admission.reserve();
        if (!leavesAt) return null;
        // The mail's token is valid from when it is sent.
        const sending = { ...service, now: () => leavesAt };
        const user =
          existing ??
          (await createPasswordlessAccount(service, db, email, body.data ?? {}, ipAddress));
        // A user with an unconfirmed email address gets the confirmation email, which signs in as
        // well.
        const confirmed = user.email_confirmed_at !== null;
        await audit(
          db,
          user,
          confirmed ? "user_recovery_requested" : "user_confirmation_requested",
          { ipAddress, now: now() },
        );
        const token = confirmed
          ? await issueLink(sending, db, user.id, email, challenge)
          : await addPendingSignUp(
              sending,
              db,
              { user: { id: user.id, email }, challenge },
              { passwordHash: "", data: body.data ?? {} },
              { madeAccount: existing === undefined },
            );
        const kind = confirmed ? "magiclink" : "signup";
        return delivery.write(db, kind, { to: email, ...token, redirectTo, leavesAt });
      });
      dispatch?.();
    });
    return c.json({});
  }

  async function issueLink(
    sending: Service,
    db: Transaction,
    userId: string,
    email: string,
    challenge: Challenge | null,
  ) {
    const flowId = challenge && (await beginFlow(db, userId, "magiclink", challenge, now()));
    const pkce = challenge !== null;
    return issueOneTimeToken(sending, db, { userId, type: "recovery_token", email, pkce, flowId });
  }

  return app;
}

/** An account without a password; confirmed immediately where no mails can be sent. */
async function createPasswordlessAccount(
  { delivery, now }: Service,
  db: Transaction,
  email: string,
  data: Metadata,
  ipAddress: string,
): Promise<User> {
  const id = randomUUID();
  const userMetadata = emailClaims(id, email, data);
  await createAccount(
    db,
    { id, email, passwordHash: null, userMetadata, identityData: data },
    now(),
  );
  if (delivery.autoconfirm) {
    await confirmEmail(db, id, now(), { identity: false });
    const user = await requireUser(db, id);
    await audit(db, user, "user_signedup", {
      ipAddress,
      now: now(),
      traits: { provider: "email" },
    });
    return user;
  }
  return requireUser(db, id);
}
