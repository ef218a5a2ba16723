import type { Queryable } from "@platen/postgres/database";
import { changePassword, createEmailIdentity, emailClaims } from "./accounts";
import type { SignUp } from "./pending-sign-ups";
import type { Metadata, User } from "../users/users";

/**
 * Gives an unconfirmed account to the user who has proved that its email address is theirs: with
 * the data of the sign-up that they confirmed, and without anyone else's. What an administrator
 * entered stays as it is: an invited user who confirms someone else's sign-up must not get the
 * password of that sign-up.
 *
 * @param signUp the confirmed one; absent when the email address was verified in another way, such
 *   as a recovery email
 */
export async function settleAccount(
  db: Queryable,
  user: User,
  signUp: SignUp | undefined,
  now: Date,
): Promise<void> {
  const data = signUp?.data ?? {};
  if (!(await clearUnconfirmedSignUp(db, user, data, now))) return;
  await db.query(
    "update auth.users set raw_user_meta_data = $2, encrypted_password = $3 where id = $1",
    [
      user.id,
      JSON.stringify(emailClaims(user.id, user.email ?? "", data)),
      signUp?.passwordHash ?? "",
    ],
  );
}

/** Whether a sign-up created the account, and nobody has confirmed it. */
export async function isUnconfirmedSignUp(
  db: Pick<Queryable, "query">,
  userId: string | null,
): Promise<boolean> {
  const drafts = await db.query(
    "select from auth.pending_sign_ups where user_id = $1 and made_account limit 1",
    [userId],
  );
  return drafts.length > 0;
}

/**
 * Clears an account that a sign-up created and nobody has confirmed, except its email address. One
 * that an administrator created stays as it is.
 *
 * @param data data of its new email identity besides the standard claims
 * @returns whether it was such an account
 */
export async function clearUnconfirmedSignUp(
  db: Queryable,
  user: Pick<User, "id" | "email">,
  data: Metadata,
  now: Date,
): Promise<boolean> {
  if (!(await isUnconfirmedSignUp(db, user.id))) return false;
  await forgetRegistration(db, user.id, now);
  await createEmailIdentity(db, user.id, user.email ?? "", { data }, now);
  return true;
}

/**
 * Removes everything from an account whose owner is unverified: password, metadata, identities,
 * sessions, second factors and mailed tokens may all be someone else's.
 */
export async function forgetRegistration(db: Queryable, userId: string, now: Date): Promise<void> {
  await changePassword(db, userId, "", null, now);
  await db.query("update auth.users set raw_user_meta_data = '{}' where id = $1", [userId]);
  await db.query("delete from auth.identities where user_id = $1", [userId]);
  await db.query("delete from auth.mfa_factors where user_id = $1", [userId]);
}
