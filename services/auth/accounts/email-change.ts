import type { Transaction } from "@platen/postgres/database";
import { changeEmail, confirmEmail } from "./accounts";
import { audit } from "../audit/audit";
import { type IssuedToken, issueOneTimeToken } from "../mail/confirmations";
import { AuthError } from "../errors";
import { beginFlow, type Challenge } from "../oauth/flow-state";
import type { Confirmation } from "../mail/delivery";
import { clearOneTimeTokens, type FoundToken, type TokenType } from "../mail/one-time-tokens";
import { lastSignUp } from "./pending-sign-ups";
import { isUnconfirmedSignUp } from "./unconfirmed-accounts";
import type { Service } from "../service";
import { findUserByEmail, type User } from "../users/users";

/** 422: the email address belongs to another account. */
export const emailExists = () =>
  new AuthError(422, "email_exists", "A user with this email address has already been registered");

/** 403: the link was used, replaced, or is too old. */
export const linkExpired = () =>
  new AuthError(403, "otp_expired", "Email link is invalid or has expired");

/** Throws 422 when the email address belongs to someone other than `user`. */
export async function requireFreeEmail(
  db: Pick<Transaction, "query">,
  email: string,
  user?: User,
): Promise<void> {
  const owner = await findUserByEmail(db, email);
  if (owner && owner.id !== user?.id) throw emailExists();
}

/**
 * Like {@link requireFreeEmail}, for a change that the email address confirms by email. An account
 * that a sign-up created and nobody has confirmed does not count: an attacker could otherwise
 * prevent the owner of an address from moving there.
 *
 * @returns the account without an owner that the address belongs to so far
 */
export async function requireClaimableEmail(
  db: Pick<Transaction, "query">,
  email: string,
  user: User,
): Promise<User | undefined> {
  const owner = await findUserByEmail(db, email);
  if (!owner || owner.id === user.id) return undefined;
  if (await isUnconfirmedSignUp(db, owner.id)) return owner;
  throw emailExists();
}

/**
 * Begins the change of an account's email address. Both addresses must confirm it: the new one
 * because it may be mistyped, the old one because a stolen session must not be able to take over
 * the account.
 *
 * @returns the mails to send
 */
export async function beginEmailChange(
  service: Service,
  db: Transaction,
  user: User,
  newEmail: string,
  challenge: Challenge | null,
  redirectTo: string,
): Promise<Confirmation[]> {
  const now = service.now();
  await db.query(
    "update auth.users set email_change = $2, email_change_confirm_status = 0, updated_at = $3 where id = $1",
    [user.id, newEmail, now],
  );
  if (challenge) await beginFlow(db, user.id, "email_change", challenge, now);
  const issue = (type: TokenType, email: string): Promise<IssuedToken> =>
    issueOneTimeToken(service, db, { userId: user.id, type, email, pkce: challenge !== null });
  const mails = [
    {
      to: newEmail,
      newEmail,
      redirectTo,
      ...(await issue("email_change_token_new", newEmail)),
    },
  ];
  if (user.email) {
    const token = await issue("email_change_token_current", user.email);
    mails.push({ to: user.email, newEmail, redirectTo, ...token });
  }
  return mails;
}

/**
 * Records one of the two confirmations.
 *
 * @param confirmed the token of the mail that confirms it
 * @throws AuthError 422 when the address belongs to someone else; 403 when the mail is no longer
 *   good, another change has begun in the meantime, or someone has signed up with the address since
 *   it was sent: the owner of the mailbox had both mails, and opening the wrong one gave the
 *   address to an attacker's account, with the attacker's password
 * @returns whether the change is complete; false while the other address has yet to confirm
 */
export async function confirmEmailChange(
  service: Pick<Service, "now">,
  db: Transaction,
  user: User,
  confirmed: Pick<FoundToken, "type" | "issuedAt">,
  ipAddress: string,
): Promise<boolean> {
  const now = service.now();
  const newEmail = user.email_change;
  if (!newEmail) throw linkExpired();
  await clearOneTimeTokens(db, user.id, confirmed.type);
  if (user.email && user.email_change_confirm_status === 0) {
    // Where transactions run side by side, a stolen session could begin another change in between,
    // and this confirmation would have counted for that one.
    const counted = await db.query(
      `update auth.users set email_change_confirm_status = 1, updated_at = $2
       where id = $1 and email_change = $3 and email_change_confirm_status = 0 returning id`,
      [user.id, now, newEmail],
    );
    if (counted.length === 0) throw linkExpired();
    return false;
  }
  // Someone may have signed up with it since the mail was sent, and confirmed it.
  const unconfirmed = await requireClaimableEmail(db, newEmail, user);
  if (unconfirmed) {
    const signedUpAt = await lastSignUp(db, unconfirmed.id);
    if (signedUpAt && signedUpAt > confirmed.issuedAt) throw linkExpired();
    const traits = { user_id: unconfirmed.id, user_email: unconfirmed.email };
    await audit(db, user, "user_deleted", { ipAddress, now, traits });
    await db.query("delete from auth.users where id = $1", [unconfirmed.id]);
  }
  await audit(db, user, "user_modified", { ipAddress, now });
  await changeEmail(db, user.id, newEmail, true, now);
  await confirmEmail(db, user.id, now, { identity: true });
  return true;
}
