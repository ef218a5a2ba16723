import { Hono } from "hono";
import { z } from "zod";
import type { Transaction } from "@platen/postgres/database";
import { changePassword, createAccount, mergeMetadata } from "../accounts/accounts";
import { requireUser } from "../users/require-user";
import { administrator, audit } from "../audit/audit";
import { metadata, readBody, text } from "../body";
import { issueOneTimeToken } from "../mail/confirmations";
import { emailExists, requireFreeEmail } from "../accounts/email-change";
import { AuthError, validationFailed } from "../errors";
import type { Requester } from "../passwords/hashing-queue";
import { requireEmail } from "../users/email-and-phone";
import type { TokenType } from "../mail/one-time-tokens";
import { requireStrongPassword } from "../passwords/password-rules";
import { clearUnconfirmedSignUp } from "../accounts/unconfirmed-accounts";
import { chooseRedirect } from "../redirects/redirects";
import type { AuthEnv, Service } from "../service";
import { findUserByEmail, type User, userBody } from "../users/users";

const linkTypes = [
  "signup",
  "invite",
  "magiclink",
  "recovery",
  "email_change_current",
  "email_change_new",
] as const;

type LinkType = (typeof linkTypes)[number];

const linkSchema = z.object({
  type: text(),
  email: text(),
  new_email: text(),
  password: text(),
  data: metadata(),
  redirect_to: text(),
});

type LinkBody = z.infer<typeof linkSchema>;

const tokenTypes: Record<LinkType, TokenType> = {
  signup: "confirmation_token",
  invite: "confirmation_token",
  magiclink: "recovery_token",
  recovery: "recovery_token",
  email_change_current: "email_change_token_current",
  email_change_new: "email_change_token_new",
};

const knownType = z.enum(linkTypes);

/** Makes the link of a mail without sending it, for administrators who mail by other means. */
export function generateLinkRoutes(service: Service): Hono<AuthEnv> {
  const { database, options } = service;
  const app = new Hono<AuthEnv>();

  app.post("/admin/generate_link", async (c) => {
    const body = await readBody(c.req.raw, linkSchema);
    const requestedType = knownType.safeParse(body.type).data;
    if (!requestedType) {
      throw validationFailed(
        `Invalid email action link type requested: ${JSON.stringify(body.type.slice(0, 64))}`,
      );
    }
    const email = requireEmail(body.email);
    const existing = await findUserByEmail(database, email);
    const type = typeFor(requestedType, existing);
    const newEmail = type.startsWith("email_change") ? requireEmail(body.new_email) : null;
    const passwordHash =
      type === "signup" && !(existing && body.password === "")
        ? await signupHash(service, requestedType, body, {
            ipAddress: c.get("client").ipAddress,
            account: email,
          })
        : null;
    const redirectTo = chooseRedirect(
      options,
      body.redirect_to,
      c.req.query("redirect_to"),
      c.req.header("referer"),
    );

    const { user, token } = await database.transaction(async (db) => {
      const target = await prepareUser(service, db, { type, email, newEmail, passwordHash, body });
      await audit(
        db,
        type === "magiclink" || type === "recovery" ? target : administrator,
        type === "invite" ? "user_invited" : "user_recovery_requested",
        {
          ipAddress: c.get("client").ipAddress,
          now: service.now(),
          traits: { user_id: target.id, user_email: email },
        },
      );
      const issued = await issueOneTimeToken(service, db, {
        userId: target.id,
        type: tokenTypes[type],
        email: type === "email_change_new" && newEmail ? newEmail : email,
        pkce: false,
      });
      return { user: await requireUser(db, target.id), token: issued };
    });
    return c.json({
      ...userBody(user),
      action_link: actionLink(options.issuer, token.tokenHash, type, redirectTo),
      email_otp: token.code,
      hashed_token: token.tokenHash,
      verification_type: type,
      redirect_to: redirectTo,
    });
  });

  return app;
}

/** A magic link for an unknown user is a sign-up; the other links need an account. */
function typeFor(type: LinkType, existing: User | undefined): LinkType {
  if (existing || type === "signup" || type === "invite") return type;
  if (type === "magiclink") return "signup";
  throw new AuthError(404, "user_not_found", "User with this email not found");
}

async function signupHash(
  { hashing, options }: Service,
  requestedType: LinkType,
  { password, data }: LinkBody,
  requester: Requester,
): Promise<string | null> {
  if (requestedType === "magiclink") return null;
  if (password === "") throw validationFailed("Signup requires a valid password");
  await requireStrongPassword(options, password, { email: requester.account, metadata: data });
  return hashing.hash(password, requester);
}

interface Preparation {
  type: LinkType;
  email: string;
  newEmail: string | null;
  passwordHash: string | null;
  body: LinkBody;
}

/**
 * The account that the link is for: found, created, or with the pending change that the link
 * confirms.
 */
async function prepareUser(
  service: Service,
  db: Transaction,
  { type, email, newEmail, passwordHash, body }: Preparation,
): Promise<User> {
  const now = service.now();
  const data = body.data ?? {};
  const existing = await findUserByEmail(db, email);
  if (type === "signup" || type === "invite") {
    if (existing?.email_confirmed_at) throw emailExists();
    const id =
      existing?.id ?? (await createAccount(db, { email, passwordHash, userMetadata: data }, now));
    if (existing) {
      // The link is the administrator's, and so is what it confirms: not the data of an earlier
      // sign-up.
      await clearUnconfirmedSignUp(db, existing, {}, now);
      if (passwordHash !== null) await changePassword(db, id, passwordHash, null, now);
      await mergeMetadata(db, await requireUser(db, id), "user", data, now);
    }
    if (type === "invite") {
      await db.query("update auth.users set invited_at = $2 where id = $1", [id, now]);
    }
    return requireUser(db, id);
  }
  if (!existing) throw new AuthError(404, "user_not_found", "User with this email not found");
  if (newEmail) {
    await requireFreeEmail(db, newEmail, existing);
    await db.query(
      "update auth.users set email_change = $2, email_change_confirm_status = 0 where id = $1",
      [existing.id, newEmail],
    );
  }
  return existing;
}

function actionLink(issuer: string, tokenHash: string, type: LinkType, redirectTo: string): string {
  const link = new URL(`${issuer}/verify`);
  link.searchParams.set("token", tokenHash);
  link.searchParams.set("type", type.startsWith("email_change") ? "email_change" : type);
  link.searchParams.set("redirect_to", redirectTo);
  return link.href;
}
