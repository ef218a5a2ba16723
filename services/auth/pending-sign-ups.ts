import type { Queryable } from "../postgres/database";
import { changePassword, createEmailIdentity, emailClaims, requireSmallMetadata } from "./accounts";
import type { Metadata } from "./body";
import { type IssuedToken, issueOneTimeToken } from "./confirmations";
import { beginFlow, type Challenge } from "./flow-state";
import { createCode, hashCode, oldestToken, pkcePrefix } from "./one-time-tokens";
import type { Service } from "./service";
import type { User } from "./users";

/** What somebody typed at a sign-up. It becomes the account's when the link of that sign-up's mail is opened. */
export interface SignUp {
  /** Empty for a sign-up by a mailed link, without a password. */
  passwordHash: string;
  data: Metadata;
}

/** A sign-up whose mail has been answered. */
export interface AnsweredSignUp extends SignUp {
  userId: string;
  /** The PKCE flow that its link continues. */
  flowId: string | null;
}

/**
 * How many sign-ups of one address wait at the same time. As one mail a minute goes to an address, a stranger needs
 * half an hour of them to push out the owner's.
 */
const maxPending = 30;

interface Recipient {
  user: Pick<User, "id"> & { email: string };
  challenge: Challenge | null;
}

/**
 * Notes a sign-up for an address that nobody has confirmed, beside those that wait already: each has a link of its own,
 * so that a stranger's later sign-up takes nothing from the owner's.
 *
 * @param madeAccount whether the account was made by it
 * @returns the token of the mail that confirms it
 * @throws 400 when the metadata is too large
 */
export async function addPendingSignUp(
  service: Service,
  db: Queryable,
  { user, challenge }: Recipient,
  { passwordHash, data }: SignUp,
  { madeAccount }: { madeAccount: boolean },
): Promise<IssuedToken> {
  requireSmallMetadata(emailClaims(user.id, user.email, data));
  const now = service.now();
  const flowId = challenge && (await beginFlow(db, user.id, "email/signup", challenge, now));
  const token = await newToken(service, db, { user, challenge });
  await db.query(
    `insert into auth.pending_sign_ups
       (token_hash, user_id, encrypted_password, raw_user_meta_data, flow_state_id, made_account, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [token.tokenHash, user.id, passwordHash, JSON.stringify(data), flowId, madeAccount, now],
  );
  await db.query(
    `delete from auth.pending_sign_ups where not made_account and token_hash in (
       select token_hash from auth.pending_sign_ups where user_id = $1
       order by created_at desc, token_hash offset ${maxPending})`,
    [user.id],
  );
  // What the row of the account holds counts for nothing yet, but that a sign-in is told to confirm the address.
  await db.query(
    `update auth.users set confirmation_sent_at = $2, updated_at = $2,
       encrypted_password = case when $3 <> '' and exists (
         select from auth.pending_sign_ups where user_id = $1 and made_account) then $3 else encrypted_password end
     where id = $1`,
    [user.id, now, passwordHash],
  );
  return token;
}

/**
 * Makes the token of a mail that is asked for once more. While one sign-up waits it is that one's, whose older link ends.
 * While several wait nobody can tell whose request this is, so that its link confirms the address and brings nothing
 * that was typed. Without any, the account is an administrator's, and its entries stay.
 */
export async function renewConfirmation(
  service: Service,
  db: Queryable,
  { user, challenge }: Recipient,
): Promise<IssuedToken> {
  const waiting = await db.query<{ token_hash: string }>(
    "select token_hash from auth.pending_sign_ups where user_id = $1 limit 2",
    [user.id],
  );
  const [only, another] = waiting;
  if (only && another) {
    const nothing = { passwordHash: "", data: {} };
    return addPendingSignUp(service, db, { user, challenge }, nothing, { madeAccount: false });
  }
  const now = service.now();
  const flowId = challenge && (await beginFlow(db, user.id, "email/signup", challenge, now));
  if (!only) {
    const { id: userId, email } = user;
    const pkce = challenge !== null;
    return issueOneTimeToken(service, db, { userId, type: "confirmation_token", email, pkce });
  }
  const token = await newToken(service, db, { user, challenge });
  await db.query(
    `update auth.pending_sign_ups set token_hash = $2, flow_state_id = $3, created_at = $4 where token_hash = $1`,
    [only.token_hash, token.tokenHash, flowId, now],
  );
  await db.query("update auth.users set confirmation_sent_at = $2, updated_at = $2 where id = $1", [
    user.id,
    now,
  ]);
  return token;
}

/** A code that no other sign-up of the address has: it decides whose password counts. */
async function newToken(
  { keys }: Service,
  db: Queryable,
  { user, challenge }: Recipient,
): Promise<IssuedToken> {
  for (;;) {
    const code = createCode();
    const hash = hashCode(keys.oneTimeTokenSecret, user.email, code);
    const taken = await db.query("select from auth.pending_sign_ups where token_hash in ($1, $2)", [
      hash,
      pkcePrefix + hash,
    ]);
    if (taken.length === 0) return { code, tokenHash: (challenge ? pkcePrefix : "") + hash };
  }
}

/**
 * Finds the sign-up whose link was opened, or whose code was typed, while that is good.
 *
 * @param hash from the link, or made from the code and the address that it was mailed to
 */
export async function findPendingSignUp(
  service: Service,
  db: Queryable,
  hash: string,
  { typed }: { typed: boolean },
): Promise<AnsweredSignUp | undefined> {
  const [row] = await db.query<{
    user_id: string;
    encrypted_password: string;
    raw_user_meta_data: Metadata;
    flow_state_id: string | null;
  }>(
    `select user_id, encrypted_password, raw_user_meta_data, flow_state_id from auth.pending_sign_ups
     where token_hash = any($1) and created_at > $2`,
    [typed ? [hash, pkcePrefix + hash] : [hash], oldestToken(service, { typed })],
  );
  return (
    row && {
      userId: row.user_id,
      passwordHash: row.encrypted_password,
      data: row.raw_user_meta_data,
      flowId: row.flow_state_id,
    }
  );
}

/** Whether several people may have signed up with the address, and nobody can tell which of them has it. */
export async function isDisputed(db: Queryable, userId: string): Promise<boolean> {
  const waiting = await db.query("select from auth.pending_sign_ups where user_id = $1 limit 2", [
    userId,
  ]);
  return waiting.length > 1;
}

/**
 * Gives an unconfirmed account to whoever has proved that its address is theirs: with what they typed at the sign-up
 * that they have confirmed, and without what anybody else did. What an administrator entered stays.
 *
 * @param signUp the confirmed one; absent when the address was proved in another way, such as a recovery mail
 */
export async function settleAccount(
  db: Queryable,
  user: User,
  signUp: SignUp | undefined,
  now: Date,
): Promise<void> {
  const data = signUp?.data ?? {};
  if (await clearDraft(db, user, data, now)) {
    await db.query("update auth.users set raw_user_meta_data = $2 where id = $1", [
      user.id,
      JSON.stringify(emailClaims(user.id, user.email ?? "", data)),
    ]);
  }
  if (!signUp?.passwordHash) return;
  await db.query("update auth.users set encrypted_password = $2 where id = $1", [
    user.id,
    signUp.passwordHash,
  ]);
}

/**
 * Empties an account that a sign-up has made and nobody has confirmed, down to its address. One that an administrator
 * has made is left as it is.
 *
 * @param data what its new e-mail identity holds besides the standard claims
 * @returns whether it was one
 */
export async function clearDraft(
  db: Queryable,
  user: Pick<User, "id" | "email">,
  data: Metadata,
  now: Date,
): Promise<boolean> {
  const drafts = await db.query(
    "select from auth.pending_sign_ups where user_id = $1 and made_account limit 1",
    [user.id],
  );
  if (drafts.length === 0) return false;
  await forgetRegistration(db, user.id, now);
  await createEmailIdentity(db, user.id, user.email ?? "", { data }, now);
  return true;
}

/**
 * Takes everything off an account that nobody has proved to be theirs: password, metadata, identities, sessions, second
 * factors and mailed tokens may all be a stranger's.
 */
export async function forgetRegistration(db: Queryable, userId: string, now: Date): Promise<void> {
  await changePassword(db, userId, "", null, now);
  await db.query("update auth.users set raw_user_meta_data = '{}' where id = $1", [userId]);
  await db.query("delete from auth.identities where user_id = $1", [userId]);
  await db.query("delete from auth.mfa_factors where user_id = $1", [userId]);
}
