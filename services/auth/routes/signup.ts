import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { Hono } from "hono";
import { z } from "zod";
import { confirmEmail, createAccount, emailClaims, signedIn } from "../accounts/accounts";
import { requireUser } from "../users/require-user";
import { signInAnonymously } from "../accounts/anonymous";
import { audit } from "../audit/audit";
import { metadata, readBody, text } from "../body";
import { AuthError, signupDisabled, validationFailed } from "../errors";
import { type Challenge, challengeFields, readChallenge } from "../oauth/flow-state";
import { requireEmail } from "../users/email-and-phone";
import { rememberDevice } from "../limits/known-device";
import type { Dispatch } from "../mail/delivery";
import { requireStrongPassword } from "../passwords/password-rules";
import { signUpSalt } from "../passwords/sign-up-salt";
import { addPendingSignUp } from "../accounts/pending-sign-ups";
import { limitByIp } from "../limits/sign-in-and-mail-limits";
import { chooseRedirect } from "../redirects/redirects";
import { admitMail, type MailAdmission, mustRecordDispute } from "../accounts/sign-up-admission";
import type { AuthEnv, Client, Service } from "../service";
import { type Grant, sessionBody, startSession } from "../sessions/sessions";
import { findUserByEmail, type Metadata, type User, userBody } from "../users/users";

const signupSchema = z.object({
  email: text(),
  phone: text(),
  password: text(),
  data: metadata(),
  ...challengeFields,
});

interface Request {
  email: string;
  passwordHash: string;
  data: Metadata;
  challenge: Challenge | null;
  redirectTo: string;
}

type Outcome =
  | { kind: "taken" }
  | { kind: "signed in"; grant: Grant }
  | { kind: "to confirm"; user: User; dispatch: Dispatch };

/**
 * From the password's hash to the response. Writing a new account takes some ten milliseconds more
 * than finding that its email address is taken, which one request revealed.
 */
export const minWritingMilliseconds = 120;

/** Route of `/signup`. */
export function signupRoutes(service: Service): Hono<AuthEnv> {
  const { limits, hashing, delivery, database, options } = service;
  const app = new Hono<AuthEnv>();

  app.post("/signup", async (c) => {
    const client = c.get("client");
    const { password, phone, ...body } = await readBody(c.req.raw, signupSchema);
    if (body.email === "" && phone === "") {
      const grant = await signInAnonymously(service, body.data ?? {}, client);
      return c.json(await sessionBody(service, grant));
    }
    limitByIp(limits.signup, client.ipAddress);
    if (options.signupDisabled) throw signupDisabled();
    if (password === "") throw validationFailed("Signup requires a valid password");
    if (body.email !== "" && phone !== "") {
      throw validationFailed("Only an email address or phone number should be provided on signup.");
    }
    if (phone !== "") {
      throw new AuthError(400, "phone_provider_disabled", "Phone signups are disabled");
    }
    const email = requireEmail(body.email);
    await requireStrongPassword(options, password, { email, metadata: body.data });
    const challenge = readChallenge(body);
    const requester = { ipAddress: client.ipAddress, account: email };
    hashing.requireRoom(requester);
    const { admission, refusal } = admitMail(service, email, requester);
    // Hashed also for a taken email address: otherwise the response time would reveal it.
    const salt = signUpSalt(service.keys.oneTimeTokenSecret, email);
    const passwordHash = await hashing.hash(password, requester, salt).catch((error: unknown) => {
      admission?.cancel();
      throw error;
    });
    const redirectTo = chooseRedirect(options, c.req.query("redirect_to"), c.req.header("referer"));
    const request = { email, passwordHash, data: body.data ?? {}, challenge, redirectTo };

    const time = delivery.autoconfirm ? undefined : setTimeout(minWritingMilliseconds);
    const outcome = await database.transaction((db) =>
      delivery.autoconfirm
        ? signUpAtOnce(service, db, request, client)
        : signUpToConfirm(service, db, { ...request, admission, refusal }, client),
    );
    await time;
    if (refusal) throw refusal;
    switch (outcome.kind) {
      case "signed in":
        rememberDevice(service, c, outcome.grant.user);
        return c.json(await sessionBody(service, outcome.grant));
      case "to confirm":
        outcome.dispatch();
        return c.json(userBody(outcome.user));
      case "taken":
        // The mail that was not sent still counts for the address: a second request within the
        // minute would otherwise be refused for unknown addresses alone.
        if (delivery.autoconfirm) {
          throw new AuthError(422, "user_already_exists", "User already registered");
        }
        return c.json(newUserResponse(email, request.data, service.now()));
    }
  });

  return app;
}

type Transaction = Parameters<Parameters<Service["database"]["transaction"]>[0]>[0];

/** Signs up and in, because no mail could confirm the email address. */
async function signUpAtOnce(
  service: Service,
  db: Transaction,
  { email, passwordHash, data }: Request,
  client: Client,
): Promise<Outcome> {
  const now = service.now();
  // An account that awaits its confirmation has an owner, too: the first to sign up must not get
  // another user's invitation.
  const existing = await findUserByEmail(db, email);
  if (existing) {
    await audit(db, existing, "user_repeated_signup", { ipAddress: client.ipAddress, now });
    return { kind: "taken" };
  }
  const user = await createUser(db, { email, passwordHash, data }, now);
  const traits = { provider: "email" };
  await audit(db, user, "user_signedup", { ipAddress: client.ipAddress, now, traits });
  await confirmEmail(db, user.id, now, { identity: false });
  await audit(db, user, "login", { ipAddress: client.ipAddress, now, traits });
  return { kind: "signed in", grant: await startSession(service, db, user.id, "password", client) };
}

async function signUpToConfirm(
  service: Service,
  db: Transaction,
  { email, passwordHash, data, challenge, redirectTo, admission, refusal }: Request & MailAdmission,
  { ipAddress }: Client,
): Promise<Outcome> {
  const now = service.now();
  const existing = await findUserByEmail(db, email);
  if (refusal && !(await mustRecordDispute(db, existing, passwordHash, refusal)))
    return { kind: "taken" };
  if (existing?.email_confirmed_at) {
    await audit(db, existing, "user_repeated_signup", { ipAddress, now });
    return { kind: "taken" };
  }
  const user = existing ?? (await createUser(db, { email, passwordHash, data }, now));
  await audit(db, user, "user_confirmation_requested", {
    ipAddress,
    now,
    traits: { provider: "email" },
  });
  // Same response when too many mails wait: see reserveMail. The user requests it again.
  const leavesAt = admission?.reserve() ?? null;
  const token = await addPendingSignUp(
    { ...service, now: () => leavesAt ?? now },
    db,
    { user: { id: user.id, email }, challenge },
    { passwordHash, data },
    { madeAccount: existing === undefined },
  );
  const mail = { to: email, ...token, redirectTo, leavesAt };
  const dispatch = await service.delivery.write(db, "signup", mail);
  return { kind: "to confirm", user: asNew(user, email, data, now), dispatch };
}

/**
 * The user as if nobody had signed up with the email address, or been invited, before:
 * unauthenticated clients must not learn of either.
 */
function asNew(user: User, email: string, data: Metadata, now: Date): User {
  const at = now.toISOString();
  const claims = emailClaims(user.id, email, data);
  const dates = { created_at: at, updated_at: at, last_sign_in_at: at };
  return {
    ...user,
    role: signedIn,
    invited_at: null,
    confirmation_sent_at: now,
    recovery_sent_at: null,
    raw_app_meta_data: { provider: "email", providers: ["email"] },
    raw_user_meta_data: claims,
    created_at: now,
    updated_at: now,
    banned_until: null,
    identities: user.identities.map((identity) => ({
      ...identity,
      ...dates,
      identity_data: claims,
    })),
    factors: [],
  };
}

async function createUser(
  db: Transaction,
  { email, passwordHash, data }: Pick<Request, "email" | "passwordHash" | "data">,
  now: Date,
): Promise<User> {
  const id = randomUUID();
  const userMetadata = emailClaims(id, email, data);
  await createAccount(db, { id, email, passwordHash, userMetadata, identityData: data }, now);
  return requireUser(db, id);
}

/**
 * The response for a taken email address: a user like a new one, without data of the real account.
 */
function newUserResponse(email: string, data: Metadata, now: Date) {
  const at = now.toISOString();
  return {
    id: randomUUID(),
    aud: "authenticated",
    role: "",
    email,
    phone: "",
    confirmation_sent_at: at,
    app_metadata: { provider: "email", providers: ["email"] },
    user_metadata: data,
    identities: [],
    created_at: at,
    updated_at: at,
    is_anonymous: false,
  };
}
