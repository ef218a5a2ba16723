import type { Queryable } from "@platen/postgres/database";
import { emailClaims, requireSmallMetadata } from "./accounts";
import type { IssuedToken } from "../mail/confirmations";
import { beginFlow, type Challenge } from "../oauth/flow-state";
import { createCode, hashCode, maxCodes, oldestToken, pkcePrefix } from "../mail/one-time-tokens";
import type { Service } from "../service";
import type { Metadata, User } from "../users/users";

/**
 * What someone entered at a sign-up. It becomes the account's when the link of that sign-up's mail
 * is opened.
 */
export interface SignUp {
  /** Empty for a sign-up by a mailed link, without a password. */
  passwordHash: string;
  data: Metadata;
}

/** A sign-up that its mail confirmed. */
export interface ConfirmedSignUp extends SignUp {
  userId: string;
  /** The PKCE flow that its link continues. */
  flowId: string | null;
}

/**
 * Maximum pending sign-ups of one email address, plus the newest one with another password, so that
 * an attacker cannot flush out the evidence of a dispute.
 */
const maxPending = 30;

interface Recipient {
  user: Pick<User, "id"> & { email: string };
  challenge: Challenge | null;
}

/**
 * Adds a sign-up for an unconfirmed email address to those already pending: each has its own link,
 * so that someone else's later sign-up does not affect the owner's.
 *
 * @param madeAccount whether it created the account
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
       order by created_at desc, token_hash offset ${maxPending})
     and token_hash not in (
       select token_hash from auth.pending_sign_ups
       where user_id = $1 and encrypted_password <> $2 order by created_at desc limit 1)`,
    [user.id, passwordHash],
  );
  // The account's row has no effect yet: no sign-in gets in before the address is confirmed.
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
 * Makes the token of a mail that is requested again. With one pending sign-up it belongs to that
 * one, whose older link becomes invalid. With several, the requester is unknown, so its link
 * confirms the email address without any of the entered data. With none, an administrator created
 * the account: its data stays, and an invitation's link stays valid, which anyone could otherwise
 * end.
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
  if (!only || another) {
    const nothing = { passwordHash: "", data: {} };
    return addPendingSignUp(service, db, { user, challenge }, nothing, { madeAccount: false });
  }
  const now = service.now();
  const flowId = challenge && (await beginFlow(db, user.id, "email/signup", challenge, now));
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

/** A code that no other sign-up of the address has: it decides whose password is used. */
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
 * Finds the sign-up whose link was opened, or whose code was typed, while it is valid.
 *
 * @param hash from the link, or computed from the code and the email address that it was sent to
 */
export async function findPendingSignUp(
  service: Service,
  db: Queryable,
  hash: string,
  { typed }: { typed: boolean },
): Promise<ConfirmedSignUp | undefined> {
  const [row] = await db.query<{
    user_id: string;
    encrypted_password: string;
    raw_user_meta_data: Metadata;
    flow_state_id: string | null;
  }>(
    `select user_id, encrypted_password, raw_user_meta_data, flow_state_id
     from auth.pending_sign_ups as sign_up
     where token_hash = any($1) and created_at > $2
       and ($3::int is null or $3 > (
         select count(*) from auth.pending_sign_ups
         where user_id = sign_up.user_id and created_at > sign_up.created_at))`,
    [
      typed ? [hash, pkcePrefix + hash] : [hash],
      oldestToken(service, { typed }),
      typed ? maxCodes : null,
    ],
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

/**
 * Whether several people may have signed up with the email address, and its owner is unknown; or
 * someone with one that an administrator has invited, or created an account for. Sign-ups with one
 * password are one person's.
 */
export async function isDisputed(db: Queryable, userId: string): Promise<boolean> {
  const [row] = await db.query<{ disputed: boolean | null }>(
    `select not bool_or(made_account) or count(distinct encrypted_password) > 1
       or count(*) > 1 and min(encrypted_password) = '' as disputed
     from auth.pending_sign_ups where user_id = $1`,
    [userId],
  );
  return row?.disputed ?? false;
}

/** When someone last signed up for an account that nobody has confirmed; null when nobody has. */
export async function lastSignUp(db: Queryable, userId: string): Promise<Date | null> {
  const [row] = await db.query<{ last: Date | null }>(
    "select max(created_at) as last from auth.pending_sign_ups where user_id = $1",
    [userId],
  );
  return row?.last ?? null;
}
