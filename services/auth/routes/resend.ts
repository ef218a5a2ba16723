import { Hono } from "hono";
import { z } from "zod";
import type { Transaction } from "@platen/postgres/database";
import { audit } from "../audit/audit";
import { readBody, text } from "../body";
import { beginEmailChange } from "../accounts/email-change";
import { AuthError, validationFailed } from "../errors";
import { type Challenge, challengeFields, readChallenge } from "../oauth/flow-state";
import { requireEmail } from "../users/email-and-phone";
import { knownDevice } from "../limits/known-device";
import { type Admission, type Confirmation, reserveTogether } from "../mail/delivery";
import { renewConfirmation } from "../accounts/pending-sign-ups";
import { limitByIp } from "../limits/sign-in-and-mail-limits";
import { chooseRedirect } from "../redirects/redirects";
import type { AuthEnv, Service } from "../service";
import { findUserByEmail, type User } from "../users/users";

const resendSchema = z.object({ type: text(), email: text(), phone: text(), ...challengeFields });

const mailedType = z.enum(["signup", "email_change"]);

/**
 * Requests another confirmation email. Responds before it checks whether there is anything to
 * confirm.
 */
export function resendRoutes(service: Service): Hono<AuthEnv> {
  const { limits, database, delivery, options } = service;
  const app = new Hono<AuthEnv>();

  app.post("/resend", async (c) => {
    const { ipAddress } = c.get("client");
    limitByIp(limits.resend, ipAddress);
    const body = await readBody(c.req.raw, resendSchema);
    const { email, type } = readAddressee(body);
    const challenge = readChallenge(body);
    const redirectTo = chooseRedirect(options, c.req.query("redirect_to"), c.req.header("referer"));
    const tokens = type === "signup" ? "confirmation" : "email_change";
    const known = (await knownDevice(service, c, email)) !== null;
    const admit = (to: string) => delivery.admit(tokens, to, { ipAddress, account: email, known });
    const admission = admit(email);
    const resend = type === "signup" ? resendSignup : resendEmailChange;
    delivery.inBackgroundLater("A confirmation could not be sent again.", async () => {
      const dispatch = await database.transaction(async (db) => {
        const user = await findUserByEmail(db, email);
        if (!user || !isWaiting[type](user)) return null;
        const newEmail = type === "email_change" ? user.email_change : null;
        const second = newEmail ? admitSecond(() => admit(newEmail)) : [];
        const leavesAt = second && reserveTogether([admission, ...second], service.now());
        if (!leavesAt) return null;
        const sending = { ...service, now: () => leavesAt };
        const mails = await resend(sending, db, user, {
          challenge,
          redirectTo,
          ipAddress,
          askedAt: service.now(),
        });
        return delivery.write(db, type, ...mails.map((mail) => ({ ...mail, leavesAt })));
      });
      dispatch?.();
    });
    return c.json({});
  });

  return app;
}

/** The recipient and type of the mail. Throws 400 for missing fields, and for phone numbers. */
function readAddressee(body: z.infer<typeof resendSchema>) {
  const { type: named, email, phone } = body;
  const type = mailedType.safeParse(named).data;
  if (!type && named !== "sms" && named !== "phone_change") {
    throw validationFailed("Missing one of these types: signup, email_change, sms, phone_change");
  }
  if (type === "signup" && email === "") {
    throw validationFailed("Type provided requires an email address");
  }
  if (named === "sms" && phone === "") {
    throw validationFailed("Type provided requires a phone number");
  }
  if (email !== "" && phone !== "") {
    throw validationFailed("Only an email address or phone number should be provided.");
  }
  if (email === "" && phone === "") throw validationFailed("Missing email address or phone number");
  if (!type || phone !== "") {
    throw new AuthError(400, "phone_provider_disabled", "Phone logins are disabled");
  }
  return { email: requireEmail(email), type };
}

/** Whether there is something that a mail would confirm. */
const isWaiting = {
  signup: (user: User) => !user.email_confirmed_at,
  email_change: (user: User) => Boolean(user.email_change),
};

/**
 * Admits the second mail of an email change, which goes to the new address: someone else may own
 * it. It is refused only here, because the response must not tell whether there is such a change.
 *
 * @returns null when one went there too recently, or the visitor has used up their mails
 */
function admitSecond(admit: () => Admission): Admission[] | null {
  try {
    return [admit()];
  } catch (error) {
    if (error instanceof AuthError) return null;
    throw error;
  }
}

interface Request {
  challenge: Challenge | null;
  redirectTo: string;
  ipAddress: string;
  askedAt: Date;
}

async function resendSignup(
  service: Service,
  db: Transaction,
  user: User,
  { challenge, redirectTo, ipAddress, askedAt }: Request,
): Promise<Confirmation[]> {
  if (!user.email) return [];
  await audit(db, user, "user_confirmation_requested", { ipAddress, now: askedAt });
  const { id, email } = user;
  const token = await renewConfirmation(service, db, { user: { id, email }, challenge });
  return [{ to: email, ...token, redirectTo }];
}

async function resendEmailChange(
  service: Service,
  db: Transaction,
  user: User,
  { challenge, redirectTo }: Request,
): Promise<Confirmation[]> {
  if (!user.email_change) return [];
  return beginEmailChange(service, db, user, user.email_change, challenge, redirectTo);
}
