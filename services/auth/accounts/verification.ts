import { z } from "zod";
import type { Transaction } from "@platen/postgres/database";
import { confirmEmail } from "./accounts";
import { requireUser } from "../users/require-user";
import { audit } from "../audit/audit";
import { confirmEmailChange, linkExpired } from "./email-change";
import { AuthError } from "../errors";
import { findOneTimeToken, type TokenType } from "../mail/one-time-tokens";
import { findPendingSignUp, isDisputed } from "./pending-sign-ups";
import { settleAccount } from "./unconfirmed-accounts";
import type { Service } from "../service";
import { isBanned, type User } from "../users/users";

/** The types as which a mailed token may be presented, and where each is stored. */
const tokenTypes = {
  signup: ["confirmation_token"],
  invite: ["confirmation_token"],
  recovery: ["recovery_token"],
  magiclink: ["recovery_token"],
  email: ["confirmation_token", "recovery_token"],
  email_change: ["email_change_token_new", "email_change_token_current"],
} as const satisfies Record<string, readonly TokenType[]>;

export type VerificationType = keyof typeof tokenTypes;

const typeSchema = z.enum([
  "signup",
  "invite",
  "recovery",
  "magiclink",
  "email",
  "email_change",
]) satisfies z.ZodType<VerificationType>;

/** Null for an unknown type. */
export const readVerificationType = (value: string): VerificationType | null =>
  typeSchema.safeParse(value).data ?? null;

/** The 403 error for a mailed link or code that is wrong or has expired. */
export const wrongCode = () => new AuthError(403, "otp_expired", "Token has expired or is invalid");

/** The response to the first of the two confirmations of an email change, instead of a session. */
export const halfWay =
  "Confirmation link accepted. Please proceed to confirm link sent to the other email";

/** The user who confirmed a mail. */
export interface Confirmed {
  user: User;
  /** The PKCE flow that the opened link continues, when it has its own. */
  flowId: string | null;
  /**
   * Whether others have signed up with the email address as well, or an administrator has made the
   * account, so that the confirmed sign-up may be someone else's.
   */
  disputed: boolean;
}

/**
 * Spends a mailed token, in the caller's transaction. Throws 403 when it is unknown, spent or
 * expired.
 *
 * @param typedFor for a code typed by hand: the email address that it was sent to
 * @returns the user, or null when an email change still awaits the other address
 */
export async function spendToken(
  service: Service,
  db: Transaction,
  {
    type,
    hash,
    typedFor,
    ipAddress,
  }: { type: VerificationType; hash: string; typedFor?: string; ipAddress: string },
): Promise<Confirmed | null> {
  const now = service.now();
  const types: readonly TokenType[] = tokenTypes[type];
  const signUp = types.includes("confirmation_token")
    ? await findPendingSignUp(service, db, hash, { typed: typedFor !== undefined })
    : undefined;
  const token = signUp ? undefined : await findOneTimeToken(service, db, types, hash, typedFor);
  const userId = signUp?.userId ?? token?.userId;
  if (userId === undefined) {
    if (typedFor !== undefined) throw wrongCode();
    throw linkExpired();
  }
  const user = await requireUser(db, userId);
  if (isBanned(user, now)) {
    throw new AuthError(403, "user_banned", "User is banned", { account: user });
  }
  const disputed = signUp !== undefined && (await isDisputed(db, user.id));
  const confirmed = { user, flowId: signUp?.flowId ?? token?.flowId ?? null, disputed };
  if (token && type === "email_change") {
    const moved = await confirmEmailChange(service, db, user, token, ipAddress);
    return moved ? confirmed : null;
  }
  if (!user.email_confirmed_at) {
    // No password counts while the account is disputed: the attacker whose mail the owner opened
    // was signed in, and had added a second factor, before the owner had typed another password.
    await settleAccount(
      db,
      user,
      signUp && disputed ? { ...signUp, passwordHash: "" } : signUp,
      now,
    );
  }
  if (signUp || token?.type === "confirmation_token" || !user.email_confirmed_at) {
    await audit(db, user, "user_signedup", { ipAddress, now, traits: { provider: "email" } });
  } else {
    await audit(db, user, "login", { ipAddress, now });
  }
  // An account that confirmed itself at sign-up has now also verified that the email address is its
  // owner's.
  await confirmEmail(db, user.id, now, { identity: true });
  return confirmed;
}
